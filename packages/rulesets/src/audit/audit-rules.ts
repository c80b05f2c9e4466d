import { RefbenchError } from '@refbench/contracts';
import { digestOf } from '@refbench/base';
import type { ModelClient } from '@refbench/models';
import { z } from 'zod';
import type { Rule } from '@refbench/rule-engine';
import type { AuditEntry, AuditRecord } from './audit-record.ts';
import { questionOf, shownRule, SYSTEM, type ShownRule } from './question.ts';

export interface AuditOptions {
  /** Additive rules. */
  readonly rules: readonly Rule[];
  /** The task text for agents. */
  readonly task: string;
  readonly client: Pick<ModelClient, 'model' | 'structured'>;
  readonly budgetUsd: number;
  /** The record of an earlier audit. Rules with the same prompt are not asked about again. */
  readonly known?: AuditRecord | undefined;
  readonly signal: AbortSignal;
  /** Called after each answer, so that an interruption loses none. */
  readonly onEntry?: ((record: AuditRecord) => Promise<void>) | undefined;
}

export interface AuditResult {
  readonly record: AuditRecord;
  /** Rules without a label, each with the reason. */
  readonly unlabelled: readonly { readonly rule: string; readonly reason: string }[];
  readonly usd: number;
}

const TRIES = 3;

const answerSchema = z.strictObject({
  restrictive: z.boolean(),
  forces: z.string().max(1_000),
  reason: z.string().min(1).max(4_000),
});

/**
 * Labels rules with one prompt each. An answer counts only if the rule contains the text that it
 * forces according to the answer.
 * @throws RefbenchError kind `usage` for a wrong key or an unknown model; the signal's reason
 */
export async function auditRules(options: AuditOptions): Promise<AuditResult> {
  const { rules, task, client, known, signal } = options;
  const question = digestOf({ SYSTEM, words: questionOf(SAMPLE, task) });
  const labels = knownLabels(rules, known?.question === question ? known : undefined, client.model);
  const unlabelled: { rule: string; reason: string }[] = [];
  const spent = { usd: 0 };
  const record = (): AuditRecord => ({
    schema: 1,
    model: client.model,
    question,
    labels: rules.flatMap(({ id }) => labels.get(id) ?? []),
  });
  for (const rule of rules.filter(({ id }) => !labels.has(id))) {
    signal.throwIfAborted();
    const entry =
      spent.usd >= options.budgetUsd ? 'the budget is spent' : await askOf(rule, options, spent);
    if (typeof entry === 'string') unlabelled.push({ rule: rule.id, reason: entry });
    else {
      labels.set(rule.id, entry);
      await options.onEntry?.(record());
    }
  }
  return { record: record(), unlabelled, usd: spent.usd };
}

/** Earlier labels of this model for exactly these rules. */
function knownLabels(
  rules: readonly Rule[],
  known: AuditRecord | undefined,
  model: string,
): Map<string, AuditEntry> {
  const digests = new Map(rules.map(({ id, digest }) => [id, digest]));
  const entries = known?.model === model ? known.labels : [];
  return new Map(
    entries.filter((one) => digests.get(one.rule) === one.digest).map((one) => [one.rule, one]),
  );
}

/** A placeholder rule for computing the digest of the prompt. */
const SAMPLE: ShownRule = { dialect: 'ast-grep', language: 'Text', message: '', matcher: {} };

/** Returns a label, or the reason why there is none. */
async function askOf(
  rule: Rule,
  { client, task, signal, budgetUsd }: AuditOptions,
  spent: { usd: number },
): Promise<AuditEntry | string> {
  const shown = shownRule(rule);
  const text = JSON.stringify(shown.matcher);
  let fault = '';
  for (let tries = 0; tries < TRIES && spent.usd < budgetUsd; tries += 1) {
    try {
      const prompt = questionOf(shown, task);
      const answer = await client.structured({
        system: SYSTEM,
        prompt,
        schema: answerSchema,
        signal,
      });
      spent.usd += answer.usd;
      const { restrictive, forces, reason } = answer.value;
      if (!restrictive || (forces !== '' && text.includes(JSON.stringify(forces).slice(1, -1)))) {
        const label = restrictive ? 'restrictive' : 'free';
        const said = { label, forces: restrictive ? forces : '', reason } as const;
        return { rule: rule.id, digest: rule.digest, ...said };
      }
      fault = `the answer says that the rule forces ${JSON.stringify(forces)}, which is not in the rule`;
    } catch (error) {
      signal.throwIfAborted();
      if (RefbenchError.isInstance(error) && error.kind === 'usage') throw error;
      fault = error instanceof Error ? error.message : String(error);
    }
  }
  return fault === '' ? 'the budget is spent' : fault;
}
