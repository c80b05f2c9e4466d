import fc from 'fast-check';
import type { TestFiles } from './repos.testkit.ts';
import { bytePath, type BytePath } from './tree/tree.ts';

const oddNames = [
  'plain',
  'two words',
  'tab\there',
  'line\nfeed',
  'quo"te',
  'back\\slash',
  '-dash',
  ' lead',
  'trail ',
  'ümlaut',
  ':colon',
  '#x',
  'b',
  'a',
].map((name) => bytePath(name));
const names = fc.oneof(
  fc.constantFrom(
    ...oddNames,
    '\xff\xfe' as BytePath,
    '\x01\x7f' as BytePath,
    'n'.repeat(255) as BytePath,
  ),
  fc
    .string({
      unit: fc
        .integer({ min: 1, max: 255 })
        .filter((c) => c !== 47)
        .map((c) => String.fromCharCode(c)),
      minLength: 1,
      maxLength: 4,
    })
    .filter((name) => name !== '.' && name !== '..'),
);
const paths = fc
  .array(names, { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join('/') as BytePath);
const text = fc
  .array(
    fc.constantFrom('one\n', 'two\r\n', '\f\n', '\n', ' \n', 'é\n', '--- a/x\n', '+++\n', 'end'),
    { maxLength: 12 },
  )
  .map((lines) => Buffer.from(lines.join('')));
const content = fc.oneof(
  text,
  text,
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
);
const file = fc.oneof(
  fc.record({ mode: fc.constantFrom('100644' as const, '100755' as const), bytes: content }),
  fc.record({
    mode: fc.constant('120000' as const),
    bytes: fc.constantFrom(Buffer.from('x'), Buffer.from('../../y')),
  }),
);
/** Generates trees with unusual names, contents and file types. */
export const randomTree: fc.Arbitrary<TestFiles> = fc
  .array(fc.tuple(paths, file), { maxLength: 8 })
  .map((files) => {
    // A name is either a file or a folder. The first one is kept.
    const kept = new Map<BytePath, (typeof files)[number][1]>();
    for (const [path, entry] of files) {
      const clash = [...kept.keys()].some(
        (other) => `${other}/`.startsWith(`${path}/`) || path.startsWith(`${other}/`),
      );
      if (!clash) kept.set(path, entry);
    }
    return kept;
  });
