import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Test files that take long, as they start large programs or try many random texts. In a new clone, Vitest does not know which do:
 * if one of them came last, the other cores would be idle.
 */
const slow =
  /\/test\/(prove\/smt|fuzz\/fuzz|properties\/fixes|scripts\/(new|package)|ci\/(action|adopt)|e2e\/(pushing|site|lab))\.test\.ts$/;

/**
 * Slow files are first. Those with mocks are last: when a file of another project is next, Vitest ends a worker, with all modules
 * that it has loaded.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId, project }: TestSpecification) =>
      slow.test(moduleId) ? 0 : project.name === "mocked" ? 2 : 1;
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}
