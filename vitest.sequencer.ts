import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take minutes. If one of them began last, the other workers would have nothing to do. */
const LONG = [
  'cli/src/packages.docker',
  'cli/src/tutorials.docker',
  'cli/src/installed-product.docker',
  'runner/src/docker-tests/attacks.docker',
  'runner/src/builder/build-by-agent.docker',
  'cli/src/reproduce.docker',
  'cli/src/everyday.docker',
];

/** Starts the longest files first, wherever nothing is known from an earlier run. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONG.findIndex((part) => moduleId.includes(`packages/${part}.test.`));
      return at === -1 ? LONG.length : at;
    };
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}
