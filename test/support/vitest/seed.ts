import fc from "fast-check";

/** Of properties without one of their own: a failure belongs to the change that was made, and occurs again. */
fc.configureGlobal({ seed: 20_261_118 });
