import type { Command } from "../io.ts";
import { reviewCommand } from "../review/command.ts";
import { check } from "./check.ts";
import { compare } from "./compare.ts";
import { completionOf } from "./completion.ts";
import { costCommand } from "./cost.ts";
import { deleteCommand } from "./delete.ts";
import { diff } from "./diff.ts";
import { emulator } from "./emulator.ts";
import { explain } from "./explain.ts";
import { format } from "./format.ts";
import { init } from "./init.ts";
import { lsp } from "./lsp.ts";
import { mcp } from "./mcp.ts";
import { pull } from "./pull.ts";
import { push } from "./push.ts";
import { shrink } from "./shrink.ts";
import { sql } from "./sql.ts";
import { test } from "./test.ts";
import { traceCommand } from "./trace.ts";
import { tryCommand } from "./try.ts";
import { undo } from "./undo.ts";
import { verify } from "./verify.ts";

/** All commands, in the order of `--help`. */
export const commands: readonly Command[] = [
  check,
  format,
  test,
  compare,
  shrink,
  tryCommand,
  costCommand,
  traceCommand,
  reviewCommand,
  push,
  diff,
  pull,
  deleteCommand,
  undo,
  sql,
  verify,
  init,
  explain,
  emulator,
  lsp,
  mcp,
  completionOf(() => commands),
];
