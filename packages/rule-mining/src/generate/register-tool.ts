import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { rulesetSideSchema, type RulesetSide } from '@refbench/contracts';
import {
  formatYaml,
  parseYamlFiles,
  shortDigest,
  sha256OfBytes,
  writeFileAtomic,
} from '@refbench/base';
import type { Tool } from '@refbench/models';
import {
  recordRegistered,
  registerRules,
  type CandidateVerdict,
  type RuleAuthor,
} from '@refbench/rulesets';
import { type RuleContext, type TreeScanOptions } from '@refbench/rule-engine';
import { z } from 'zod';
import { feedbackOf } from './feedback.ts';

/** A rule that was added to the ruleset. */
export interface RegisteredRule {
  readonly id: string;
  readonly side: RulesetSide;
}

export interface RegisterToolOptions {
  readonly context: RuleContext;
  readonly rulesDir: string;
  /** Folder for the texts of all candidates. */
  readonly candidatesDir: string;
  readonly scan: TreeScanOptions;
  /** Who writes the rules, for their provenance. */
  readonly by: RuleAuthor;
  /** The rules that the transcript contains already. */
  readonly registered: readonly RegisteredRule[];
  /** Called with the rules that a call added. */
  readonly onRegistered: (rules: readonly RegisteredRule[]) => void;
  readonly say: (text: string) => void;
}

const MAX_YAML_CHARACTERS = 100_000;

const schema = z.strictObject({
  side: rulesetSideSchema.describe(
    'additive: matches golden, never base. reductive: matches base, never golden',
  ),
  rules: z
    .string()
    .max(MAX_YAML_CHARACTERS)
    .describe(
      'YAML: ast-grep rules as documents separated by ---, or one OpenGrep file with rules:',
    ),
});

/** The tool that checks candidates on both trees and adds those that hold to the ruleset. */
export function registerTool(options: RegisterToolOptions): Tool {
  const { context, rulesDir, candidatesDir, say, onRegistered } = options;
  const known = new Set(options.registered.map(({ id }) => id));
  return {
    name: 'register',
    description:
      'Checks rules of one side on base and golden, and adds those that hold to the ruleset. Answers for each rule with its matches on both trees and the reason of a refusal. A refused rule can be corrected and registered again.',
    schema,
    async run(input, signal) {
      const { side, rules } = schema.parse(input);
      const name = `${shortDigest(sha256OfBytes(rules))}.yml`;
      const path = join(candidatesDir, name);
      await writeFileAtomic(path, rules);
      await removeUnrecorded(path, side, rulesDir, known);
      const scan = { ...options.scan, signal };
      const verdicts = await registerRules({ context, rulesDir, paths: [path], side, scan });
      const accepted = verdicts.flatMap(({ id, status }) =>
        status === 'accepted' && id !== null ? [{ id, side }] : [],
      );
      await recordRegistered(
        rulesDir,
        accepted.map(({ id }) => id),
        { by: options.by, how: 'generate' },
      );
      for (const { id } of accepted) known.add(id);
      onRegistered(accepted);
      const summary = `${accepted.length} accepted, ${verdicts.length - accepted.length} refused`;
      say(`register ${side}: ${summary}`);
      return { text: answerOf(verdicts, `${summary}; ${known.size} registered so far`, path) };
    },
  };
}

function answerOf(verdicts: readonly CandidateVerdict[], summary: string, path: string): string {
  const text = verdicts.map(feedbackOf).join('\n').replaceAll(path, 'the YAML text');
  return `${text}\n${summary}.`;
}

/**
 * Removes rules that a killed process registered before it could record the results of the call, which
 * therefore runs again. Only files that contain exactly a candidate of the call are removed.
 */
async function removeUnrecorded(
  path: string,
  side: RulesetSide,
  rulesDir: string,
  known: ReadonlySet<string>,
): Promise<void> {
  const files = await parseYamlFiles([path]).catch(() => []);
  for (const document of files.flatMap(({ documents }) => documents.flatMap(singleRules))) {
    const id = idOf(document);
    if (id === undefined || known.has(id)) continue;
    const place = join(rulesDir, side, `${id}.yml`);
    const text = await readFile(place, 'utf8').catch(() => undefined);
    if (text === formatYaml(document)) await rm(place);
  }
}

const opengrepSchema = z.looseObject({ rules: z.array(z.unknown()) });
const idSchema = z.looseObject({ id: z.string().regex(/^[A-Za-z0-9._-]+$/) });

/** A ruleset stores each rule in a file of its own. */
function singleRules(document: unknown): readonly unknown[] {
  const opengrep = opengrepSchema.safeParse(document);
  return opengrep.success ? opengrep.data.rules.map((rule) => ({ rules: [rule] })) : [document];
}

function idOf(document: unknown): string | undefined {
  const opengrep = opengrepSchema.safeParse(document);
  const own = idSchema.safeParse(opengrep.success ? opengrep.data.rules[0] : document);
  return own.success ? own.data.id : undefined;
}
