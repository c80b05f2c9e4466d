import { digestOf } from '@refbench/base';
import {
  AnswerMisfit,
  askUntilFits,
  BudgetSpent,
  CallBudget,
  ProviderWatch,
  type ModelClient,
} from '@refbench/models';
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
  const asking = { budget: new CallBudget(options.budgetUsd), watch: new ProviderWatch() };
  const record = (): AuditRecord => ({
    schema: 1,
    model: client.model,
    question,
    labels: rules.flatMap(({ id }) => labels.get(id) ?? []),
  });
  for (const rule of rules.filter(({ id }) => !labels.has(id))) {
    signal.throwIfAborted();
    const entry = await askOf(rule, options, asking);
    if (typeof entry === 'string') unlabelled.push({ rule: rule.id, reason: entry });
    else {
      labels.set(rule.id, entry);
      await options.onEntry?.(record());
    }
  }
  return { record: record(), unlabelled, usd: asking.budget.spentUsd };
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
  { client, task, signal }: AuditOptions,
  { budget, watch }: { readonly budget: CallBudget; readonly watch: ProviderWatch },
): Promise<AuditEntry | string> {
  const shown = shownRule(rule);
  const request = {
    system: SYSTEM,
    prompt: questionOf(shown, task),
    schema: answerSchema,
    signal,
  };
  try {
    const asked = await askUntilFits(async () => {
      const answer = await budget.pay(() => client.structured(request));
      const { restrictive, forces } = answer.value;
      if (restrictive && !isIn(forces, shown)) {
        const fault = `the answer says that the rule forces ${JSON.stringify(forces)}, which is not in the rule`;
        throw new AnswerMisfit(fault, answer);
      }
      return answer;
    }, signal);
    watch.note(asked);
    if (asked.kind === 'failed') return asked.reason;
    const { restrictive, forces, reason } = asked.value;
    const label = restrictive ? 'restrictive' : 'free';
    const said = { label, forces: restrictive ? forces : '', reason } as const;
    return { rule: rule.id, digest: rule.digest, ...said };
  } catch (error) {
    if (error instanceof BudgetSpent) return 'the budget is spent';
    throw error;
  }
}

function isIn(forces: string, { matcher }: ShownRule): boolean {
  return forces !== '' && JSON.stringify(matcher).includes(JSON.stringify(forces).slice(1, -1));
}
