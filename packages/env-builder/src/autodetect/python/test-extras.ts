import { shellQuote } from '@refbench/base';
import { OWN_DISTRIBUTION } from './own-distribution.ts';

/** Names of extras and dependency groups that are for tests, the likelier ones first. */
export const TEST_EXTRA_NAMES: readonly string[] = [
  'test',
  'tests',
  'testing',
  'pytest',
  'dev',
  'develop',
  'development',
  'all',
];

/**
 * A function of setup_shell.sh that prints the extras for tests of the project, as the installed project says itself:
 * all whose names contain `test`, otherwise the likeliest one. Build tools compute extras, or have tables of their own
 * for them, so not all can be read in the tree.
 */
export const TEST_EXTRAS: string = `
refbench_test_extras() {
  python - ${TEST_EXTRA_NAMES.map(shellQuote).join(' ')} <<'PYTHON'
${OWN_DISTRIBUTION}
known = own and own.metadata.get_all("Provides-Extra") or []
names = [name for name in sys.argv[1:] if name in known]
print(",".join([name for name in names if "test" in name] or names[:1]))
PYTHON
}
`;
