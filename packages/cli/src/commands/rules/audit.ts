import { join } from 'node:path';
import type { Command } from 'commander';
import { EXIT_CODES } from '@refbench/contracts';
import { readJsonFile, writeJsonFile } from '@refbench/base';
import {
  auditAgreement,
  auditRecordSchema,
  auditRules,
  readHumanLabels,
  quarantineRules,
  type AuditAgreement,
  type AuditRecord,
  type AuditResult,
} from '@refbench/rulesets';
import { loadRuleset } from '@refbench/rule-engine';
import { readTask, selectEntries } from '@refbench/instances';
import {
  addHostModelOptions,
  hostModelOf,
  type HostModelOptions,
} from '../../options/host-model.ts';
import {
  addSelectionOptions,
  selectionOf,
  type SelectionOptions,
} from '../../options/selection-options.ts';
import { terminalText } from '../../terminal/terminal-text.ts';
import { twoStageSignals } from '../../terminal/two-stage-signals.ts';
import {
  addWorkspaceOptions,
  workspaceOf,
  type WorkspaceOptions,
} from '../../options/workspace-options.ts';

interface Options extends WorkspaceOptions, HostModelOptions, SelectionOptions {
  readonly labels?: string;
  readonly apply: boolean;
  readonly json: boolean;
}

export function addRulesAuditCommand(rules: Command, setExitCode: (code: number) => void): void {
  const command = rules
    .command('audit <instance...>')
    .description('use a model to find additive rules that force an arbitrary choice')
    .option(
      '--labels <file>',
      'compare with labels of people (CSV or YAML: rule, label; restrictive or not, yes or no)',
    )
    .option('--apply', 'move restrictive rules to <ruleset>/aside/', false)
    .option('--json', 'print one JSON object per instance on standard output', false);
  addHostModelOptions(addWorkspaceOptions(addSelectionOptions(command))).action(
    async (patterns: readonly string[], options: Options) => {
      const human =
        options.labels === undefined ? undefined : await readHumanLabels(options.labels);
      const say = (message: string): void => void process.stderr.write(`${message}\n`);
      using signals = twoStageSignals(say);
      for (const entry of await selectEntries(
        workspaceOf(options),
        selectionOf(patterns, options),
      )) {
        const { additive } = await loadRuleset(entry.rulesDir);
        const path = join(entry.rulesDir, 'audit.json');
        const stored = await readJsonFile(path, auditRecordSchema);
        const known = stored.kind === 'valid' ? stored.value : undefined;
        const result = await auditOf(options, known, async (client, budgetUsd) =>
          auditRules({
            rules: additive,
            task: await readTask(entry, 'instructed'),
            client,
            budgetUsd,
            known,
            signal: signals.drain,
            onEntry: (record) => writeRecord(path, record),
          }),
        );
        const { labels } = result.record;
        const restrictive = new Set(
          labels.filter(({ label }) => label === 'restrictive').map(({ digest }) => digest),
        );
        const taken = additive.filter(({ digest }) => restrictive.has(digest));
        const aside = options.apply ? await quarantineRules(entry.rulesDir, additive, taken) : [];
        const agreement = human === undefined ? undefined : await auditAgreement(labels, human);
        const shown = { instance: entry.instance.id, ...result, agreement, aside };
        process.stdout.write(`${options.json ? JSON.stringify(shown) : describe(shown)}\n`);
        if (result.unlabelled.length > 0) setExitCode(EXIT_CODES['infra-incomplete']);
      }
    },
  );
}

type Client = Awaited<ReturnType<typeof hostModelOf>>['client'];

/** Without a model, returns the stored record of an earlier audit. */
async function auditOf(
  options: Options,
  known: AuditRecord | undefined,
  ask: (client: Client, budgetUsd: number) => Promise<AuditResult>,
): Promise<AuditResult> {
  if (options.model === undefined && known !== undefined) {
    return { record: known, unlabelled: [], usd: 0 };
  }
  const { client, budgetUsd } = await hostModelOf(options);
  return await ask(client, budgetUsd);
}

async function writeRecord(path: string, record: AuditRecord): Promise<void> {
  await writeJsonFile(path, record);
}

interface Shown extends AuditResult {
  readonly instance: string;
  readonly agreement: AuditAgreement | undefined;
  readonly aside: readonly string[];
}

function describe({ instance, record, unlabelled, usd, agreement, aside }: Shown): string {
  const restrictive = record.labels.filter(({ label }) => label === 'restrictive');
  const lines = [
    `${instance}  ${restrictive.length} of ${record.labels.length} additive rules are restrictive according to ${record.model} ($${usd.toFixed(2)})`,
    ...restrictive.map(({ rule, forces, reason }) => `  ${rule}  forces ${forces}: ${reason}`),
    ...unlabelled.map(({ rule, reason }) => `  ${rule}  not labelled: ${reason}`),
    ...aside.map((path) => `  moved to ${path}`),
  ];
  if (agreement !== undefined) {
    const { rules, agreement: share, kappa, disagreements } = agreement;
    const text = (figure: number | null): string => figure?.toFixed(3) ?? '-';
    lines.push(
      `  ${rules} also labelled by people: agreement ${text(share)}, kappa ${text(kappa)}`,
    );
    lines.push(
      ...disagreements.map(
        ({ rule, model, human }) => `  ${rule}  model ${model}, people ${human}`,
      ),
    );
  }
  return lines.map(terminalText).join('\n');
}
