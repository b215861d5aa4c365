/** What the lab and the extension say to each other. */

export type FromLab = { readonly kind: "ready" };

export type ToLab = { readonly kind: "title"; readonly title: string };
