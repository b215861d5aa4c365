/** Style sheets are handled by the bundler. */
declare module "*.css";
