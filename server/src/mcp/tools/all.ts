import type { Tool } from "../tool.ts";
import { always } from "./always.ts";
import { check } from "./check.ts";
import { compare } from "./compare.ts";
import { cost } from "./cost.ts";
import { explain } from "./explain.ts";
import { fields } from "./fields.ts";
import { fix } from "./fix.ts";
import { functions } from "./functions.ts";
import { review } from "./review.ts";
import { shrink } from "./shrink.ts";
import { sql } from "./sql.ts";
import { trace } from "./trace.ts";
import { tryTool } from "./try.ts";

/** All tools, in the order in which assistants see them. */
export const tools: readonly Tool[] = [
  check,
  fix,
  explain,
  fields,
  functions,
  tryTool,
  cost,
  trace,
  review,
  always,
  compare,
  shrink,
  sql,
];
