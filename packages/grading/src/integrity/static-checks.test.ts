import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { missingMirror, mirrorTemplate } from '@refbench/test-helpers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { instanceSchema, type IntegrityFinding } from '@refbench/contracts';
import { readYamlFile } from '@refbench/base';
import {
  loadRuleset,
  measureTree,
  openRuleContext,
  strictReferenceOf,
  type RepositoryContext,
  type StrictReference,
} from '@refbench/rule-engine';
import type { IntegritySubject } from './integrity-check.ts';
import { runStaticChecks } from './static-checks.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Instances that come with RefBench, and the repositories that they need. */
const SHIPPED = [
  ['refbench__tally-6637120b', undefined],
  ['koajs__koa-ef467caa', 'koajs/koa'],
  ['remarkablemark__html-react-parser-1fcb059b', 'remarkablemark/html-react-parser'],
] as const;

describe.each(SHIPPED)('%s', (id, repository) => {
  const missing = repository && missingMirror(repository);
  let folder: string;
  let context: RepositoryContext;
  let reference: StrictReference;

  beforeAll(async () => {
    if (missing !== undefined) return;
    const instanceDir = join(root, 'instances', id);
    folder = await mkdtemp(join(tmpdir(), 'refbench-checks-'));
    const instance = await readYamlFile(join(instanceDir, 'instance.yaml'), instanceSchema);
    context = await openRuleContext({
      instance,
      instanceDir,
      mirror: mirrorTemplate(),
      cacheDir: folder,
    });
    const ruleset = await loadRuleset(join(root, 'rules', id));
    const scans = await context.scan([...ruleset.additive, ...ruleset.reductive]);
    reference = await strictReferenceOf(context, ruleset, scans, {});
  }, 300_000);
  afterAll(async () => {
    if (missing !== undefined) return;
    await context[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  /** Only what static checks read; none of them looks at an image or at test results. */
  async function findings(treeish: string, agent: string): Promise<readonly IntegrityFinding[]> {
    const { scan, measurement } = await measureTree(reference, treeish);
    const subject = {
      prepared: {
        dir: join(root, 'instances', id),
        repository: context.repository,
        ruleset: reference.ruleset,
        baseTree: context.base,
      },
      baseScan: reference.base.scan,
      tests: { run: { kind: 'no-verdict', reason: 'not run' }, by_name: null },
      scan,
      strictReference: reference,
      strict: measurement,
      patched: await context.repository.readTree(treeish),
      agent,
    } as unknown as IntegritySubject;
    return await runStaticChecks(subject);
  }

  test('golden and an unchanged tree have no findings', { timeout: 300_000 }, async ({ skip }) => {
    skip(missing !== undefined, missing);
    expect(await findings(context.commits.golden, 'golden')).toEqual([]);
    expect(await findings(context.commits.base, 'nop')).toEqual([]);
  });

  test('half of golden by a reference agent has none', { timeout: 300_000 }, async ({ skip }) => {
    skip(missing !== undefined, missing);
    const differing = [...context.golden].filter(
      ([path, { oid }]) => context.base.get(path)?.oid !== oid,
    );
    const half = new Set(differing.filter((_, index) => index % 2 === 0).map(([path]) => path));
    const gone = new Set([...context.base.keys()].filter((path) => !context.golden.has(path)));
    const kept = [...context.base].filter(([path]) => !half.has(path) && !gone.has(path));
    const files = [...kept, ...[...context.golden].filter(([path]) => half.has(path))];
    const treeish = await context.repository.writeTree(
      (async function* entries() {
        for (const [path, { mode, oid }] of files) yield { path, mode, oid };
      })(),
    );
    expect(await findings(treeish, 'script')).toEqual([]);
  });
});
