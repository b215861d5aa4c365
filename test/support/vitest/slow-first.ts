import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Test files that are slow for their size: they start large programs, or try many random texts. In a new clone, Vitest orders
 * files by size and would run them last, while other cores are idle.
 */
const slow = /\/test\/(prove\/smt|fuzz\/fuzz|properties\/fixes)\.test\.ts$/;

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => slow.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((it) => !isSlow(it))];
  }
}
