import { test } from 'vitest';
import { expectRefusal } from './hostile-mirror.testkit.ts';

// Git has to write the paths until the limit of its output is reached, which is a lot of memory.
test('a few tree objects that expand to an enormous number of paths', async () => {
  await expectRefusal((mirror, commits) => {
    const blob = mirror.object('blob', Buffer.from('x'));
    const many = (type: string, mode: string, id: string): string =>
      mirror.run(
        ['mktree'],
        Array.from({ length: 40 }, (_, n) => `${mode} ${type} ${id}\t${n}\n`).join(''),
      );
    let tree = many('blob', '100644', blob);
    for (let level = 0; level < 8; level += 1) tree = many('tree', '40000', tree);
    commits.base = mirror.commit(tree);
    commits.golden = mirror.commit(mirror.run(['mktree'], ''), [commits.base]);
  }, /wrote more than/);
});
