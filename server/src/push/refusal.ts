/** The push stops, and the message says why and what to do. Nothing has been sent by the step that refuses. */
export class Refusal extends Error {}
