import { join, resolve } from 'node:path';
import { openEngines } from '@refbench/rule-engine';
import { openCommits, opengrepDocument, type Files } from '@refbench/test-helpers';
import type { Workspace } from '@refbench/workspace';
import { onTestFinished } from 'vitest';
import { importCodetaste, type ImportedCodetaste } from './import-codetaste.ts';

const BASE = { 'a.js': 'old(1);\nboth();\n', 'b.js': 'old(2);\n' };
const GOLDEN = { 'a.js': 'fresh(1);\nboth();\n', 'b.js': 'fresh(2);\n' };
export const PATCH = 'diff --git a/note.txt b/note.txt\nnew file mode 100644\n';

export interface Published {
  readonly base: string;
  readonly golden: string;
  readonly mirror: string;
}

export async function commits(): Promise<Published> {
  const opened = await openCommits({ base: BASE, golden: GOLDEN }, async ({ folder, ...both }) => ({
    ...both,
    mirror: join(folder, '{name}'),
    [Symbol.asyncDispose]: async () => undefined,
  }));
  onTestFinished(() => opened[Symbol.asyncDispose]());
  return opened;
}

export function publishedFiles({ base, golden }: Published, rows: readonly string[] = []): Files {
  const own = `some/repository/${base.slice(0, 8)}`;
  const rules = (definition: object): string =>
    JSON.stringify(
      opengrepDocument({
        metadata: { nr_legacy_patterns: 0, nr_refactored_patterns: 0 },
        ...definition,
      }),
    );
  const agent = (name: string): string => `outputs/open/direct/${own}/${name}`;
  return {
    'instances.csv': [
      'owner,repo,commit_hash,golden_commit_hash,combined_score,category,language',
      `some,repository,${base},${golden},0.7,structural,javascript`,
      ...rows,
    ].join('\n'),
    [`assets/descriptions/${own}/description.md`]: 'Call fresh instead of old.\n',
    [`assets/rules/${own}/rules_positive.yml`]: rules({ id: 'kept', pattern: 'both()' }),
    [`assets/rules/${own}/rules_negative.yml`]: rules({ id: 'old', pattern: 'old($X)' }),
    [`instance_images/${own}/instance_metadata.json`]: JSON.stringify({
      has_execution_environment: false,
      reason_no_execution_environment: 'It needs a database.',
    }),
    [`${agent('mine')}/prediction.diff`]: PATCH,
    [`${agent('mine')}/evaluation/evaluation_result.json`]: '{\n  "ifr": 1\n}',
    [`${agent('null_agent')}/prediction.diff`]: '\n',
  };
}

export async function importFrom(
  folder: string,
  mirror: string,
  workspace: string,
): Promise<ImportedCodetaste> {
  const stateDir = resolve(import.meta.dirname, '../../../../.refbench');
  return await importCodetaste({
    folder,
    workspace: workspaceAt(workspace, mirror),
    engines: openEngines({ stateDir }),
    signal: new AbortController().signal,
    isWanted: () => true,
    predictionsDir: join(workspace, 'predictions'),
    onOutcome: () => undefined,
  });
}

export function workspaceAt(folder: string, mirror?: string): Workspace {
  return {
    instancesDir: join(folder, 'instances'),
    rulesDir: join(folder, 'rules'),
    runsDir: join(folder, 'runs'),
    stateDir: join(folder, 'state'),
    mirror,
  };
}
