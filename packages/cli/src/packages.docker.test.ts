import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageListSchema } from '@refbench/contracts';
import { connectEngine } from '@refbench/sandbox';
import { testState } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { commandState, refbench, temporaryFolder } from './command.testkit.ts';
import { AGENT, writeFiveRepositories, writeTaskAndRules } from './five-ecosystems.testkit.ts';

/** Five environments and their base images may have to be built first. */
const LONG_MS = 1_800_000;

const readJson = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'));
const digestOfBytes = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

test(
  'an agent adds a package in five ecosystems, and a verifier without any of them gets the same scores',
  async () => {
    await using folder = await temporaryFolder();
    const at = (path: string): string => join(folder.path, path);
    const places = ['--instances-dir', at('instances'), '--rules-dir', at('rules')];
    const run = async (...args: readonly string[]): Promise<string> => {
      const { code, stdout, stderr } = await refbench([...args]);
      expect(code, `${args.join(' ')}\n${stdout}\n${stderr}`).toBe(0);
      return `${stdout}\n${stderr}`;
    };
    const { mirror, instances } = await writeFiveRepositories(folder.path);
    const sources = [...places, '--mirror', mirror];
    for (const { id, name, language, golden } of instances) {
      const about = ['--repo', `example/${name}`, '--golden', golden, '--category', 'rename'];
      await run('instance', 'add', ...about, ...sources);
      await writeTaskAndRules(at(`instances/${id}`), at(`rules/${id}`), language);
    }
    await run('env', 'build', 'example__*', '--quick', ...sources);

    await writeFile(at('agent.sh'), AGENT);
    const runs = ['--runs-dir', at('runs')];
    await run(
      'run',
      '--agent',
      'script',
      '--script',
      at('agent.sh'),
      '--packages',
      'dated',
      '--instances',
      'example__*',
      '--run-id',
      'five',
      '--baseline',
      'early',
      ...sources,
      ...runs,
    );
    const digests: string[] = [];
    for (const { id, added } of instances) {
      const score = await readJson(at(`runs/five/${id}/script/1/score.json`));
      expect(score, id).toMatchObject({
        pass: 1,
        tests: { passed: 13, total: 13 },
        packages: { source: 'attempt', added: [added], missing: [] },
      });
      const list = packageListSchema.parse(
        await readJson(at(`runs/five/${id}/script/1/packages.json`)),
      );
      expect(list.archives.length, id).toBeGreaterThan(0);
      digests.push(...list.archives.map(({ sha256 }) => sha256));
    }

    const { stdout: key } = await refbench(['leaderboard', 'keygen', at('key.pem')]);
    await writeFile(at('keys.yaml'), `submitters:\n  - { name: Someone, key: ${key.trim()} }\n`);
    await writeFile(
      at('agents.yaml'),
      'submitter: Someone\ncontact: a@example.org\nagents:\n  - { name: script, title: Script, organisation: Example, open_source: true }\n',
    );
    const bundle = at('five.tar.gz');
    const signed = ['--description', at('agents.yaml'), '--key', at('key.pem'), '--out', bundle];
    await run('leaderboard', 'submit', 'five', ...signed, ...runs);
    // It has no package yet.
    await using other = await testState();
    const verified = await run(
      'leaderboard',
      'verify',
      bundle,
      '--keys',
      at('keys.yaml'),
      '--all',
      '--state-dir',
      other.path,
      ...sources,
    );
    expect(verified).toMatch(/grading again +passed +5 patches got the same scores/);
    for (const digest of digests) {
      const path = join(other.path, 'packages/content', digest.slice(0, 2), digest);
      expect(digestOfBytes(await readFile(path))).toBe(digest);
    }
    await using engine = await connectEngine(await commandState());
    const left = await engine.sweep({ run: 'five', dryRun: true });
    expect([...left.containers, ...left.volumes, ...left.loopFiles]).toEqual([]);
  },
  LONG_MS,
);
