/** A part of a text that has no equivalent in the dialect. The message says which, and why. */
export class Untranslatable extends Error {}
