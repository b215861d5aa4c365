import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Test files that take long, as they start large programs or try many random texts. In a new clone, Vitest does not know
 * which do: if one of them came last, the other cores would be idle. Files of programs are first, while Vitest transforms
 * the imports of others.
 */
const slow = [
  ...["scripts/new", "scripts/package", "docs/commands", "ci/action", "fuzz/fuzz"],
  ...["push/faults/together", "cli/try/buckets", "lsp/abuse", "push/masking/leaks"],
  ...["push/faults/wrong-responses", "client/extension", "engines/engines", "push/faults/matrix"],
  // `npm test` installs their programs in the meantime.
  ...["ci/existing", "ci/adopt", "neovim/neovim", "cli/completion", "emacs/emacs"],
  ...["push/together", "push/rules/order", "push/oracle", "emulator/official-types"],
  ...["hosts/terraform/limits", "review/claims", "review/damaged-parts", "review/large"],
  ...["review/damaged-service", "cfrule/meaning/compare", "push/undo-run", "scripts/debug"],
  ...["cli/compare-versions", "sql/timestamps", "prove/smt", "properties/fixes"],
  // This one opens a window of its own, which others share if they come later.
  ...["e2e/hosts", "e2e/lab", "e2e/pushing", "e2e/site", "e2e/start", "e2e/form-values"],
  ...["e2e/questions", "e2e/form", "e2e/journey", "e2e/web", "e2e/terraform", "e2e/outdated"],
].map((it) => `/test/${it}.test.ts`);

/**
 * Slow files are first. Files with mocks are last: when a file of another project is next, Vitest ends a worker, with all
 * modules that it has loaded.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId, project }: TestSpecification) => {
      const at = slow.findIndex((it) => moduleId.endsWith(it));
      return at >= 0 ? at : project.name === "mocked" ? slow.length + 1 : slow.length;
    };
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}
