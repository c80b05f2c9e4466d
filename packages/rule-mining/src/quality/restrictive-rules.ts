import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseYamlFiles, readJsonFile } from '@refbench/base';
import { auditRecordSchema } from '@refbench/rulesets';
import { z } from 'zod';

const markedSchema = z.object({
  id: z.string(),
  metadata: z.object({ restrictive: z.literal(true) }),
});

/** Ids of rules that force a choice: those that say so in their metadata, and those of the audit. */
export async function restrictiveRules(rulesDir: string): Promise<ReadonlySet<string>> {
  const folder = join(rulesDir, 'additive');
  const names = (await readdir(folder).catch(() => [])).filter((name) => /\.ya?ml$/.test(name));
  const files = await parseYamlFiles(
    names.map((name) => join(folder, name)),
    { root: rulesDir },
  );
  const marked = files
    .flatMap(({ documents }) => documents)
    .flatMap((document) => {
      const parsed = markedSchema.safeParse(document);
      return parsed.success ? [parsed.data.id] : [];
    });
  const audit = await readJsonFile(join(rulesDir, 'audit.json'), auditRecordSchema);
  const labels = audit.kind === 'valid' ? audit.value.labels : [];
  const audited = labels.flatMap(({ rule, label }) => (label === 'restrictive' ? [rule] : []));
  return new Set([...marked, ...audited]);
}
