import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { packOneCommit } from '../pack/pack-one-commit.ts';
import { MIRRORED_COMMITS, openMirrored, plainGit } from '../repos.testkit.ts';
import { missingMirror, temporaryFolder } from '@refbench/test-helpers';
import { collectPatch } from './collect-patch.ts';
import { benchOwner, tarOfFolder } from './patch-collection.testkit.ts';
import { openIgnoreRules } from './ignore-rules.ts';

describe('real repositories', () => {
  test.for(MIRRORED_COMMITS)(
    '$name: an agent that checks golden out gives the golden tree',
    async (commit, { skip }) => {
      const missing = missingMirror(commit.name);
      skip(missing !== undefined, missing);
      const { base, golden } = commit;
      await using folder = await temporaryFolder();
      await using repository = await openMirrored(commit, folder.path);
      const testbed = join(folder.path, 'testbed');
      await mkdir(testbed);
      const tar = await buffer(packOneCommit(repository, base, benchOwner));
      execFileSync('tar', ['-C', testbed, '-xf', '-'], { input: tar });
      const patch = await repository.diff(base, golden);
      plainGit(testbed, ['apply', '-'], patch);
      await using ignored = await openIgnoreRules(repository, base);
      const result = await collectPatch({
        source: { kind: 'archive', open: () => Promise.resolve(tarOfFolder(folder.path)) },
        repository,
        base,
        ignored,
      });
      expect(result).toMatchObject({
        kind: 'collected',
        treeId: await repository.treeId(golden),
      });
      expect(result.kind === 'collected' && result.patch.equals(patch)).toBe(true);
    },
  );
});
