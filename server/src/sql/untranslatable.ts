/** Thrown for a part without an equivalent in the dialect. The message names the part and the reason. */
export class Untranslatable extends Error {}
