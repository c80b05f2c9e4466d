import { formatYaml, countOf } from '@refbench/base';
import { canarySentence } from '@refbench/contracts';
import type { DatasetCard } from '../model/dataset-card.ts';
import { partsOf } from '../tables/dataset-tables.ts';
import { escapeCell, markdownTable } from './markdown.ts';

type CardInstance = DatasetCard['instances'][number];

/**
 * Renders a data-set card: Markdown with YAML front matter, as hubs of data sets read it. The same
 * input always gives the same text.
 */
export function renderDatasetCard(card: DatasetCard): string {
  const { dataset } = card;
  const instances = card.instances.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  return `${[
    `---\n${formatYaml(frontMatter(card)).trimEnd()}\n---`,
    dataset === null ? '# Unnamed data set' : `# ${dataset.name} ${dataset.version}`,
    ...(dataset === null ? [] : [dataset.description.trim()]),
    ...missingRemark(card),
    `${countOf(instances.length, 'instance')} from ${new Set(instances.map((one) => one.repository)).size} repositories. An instance is one refactoring commit: an agent gets the tree of its parent (base) and one of two task texts, **instructed** (what to change) or **open** (only which part of the code to improve). Rules and the tests of the repository score the result.`,
    ...untestedRemark(instances),
    ...unmeasuredRemark(instances),
    '## Languages and categories',
    countTable(instances, 'language'),
    countTable(instances, 'category'),
    '## Instances',
    instanceTable(instances),
    'Diff: all added and removed lines of the golden commit. Rules: additive + reductive. Tests: number of tests on golden, or "-" if they were not counted. Licence: that of the repository, found in the file that follows it.',
    '## Licences',
    `${dataset === null ? '' : `The task texts, rules and environments are licensed under ${dataset.licence}. `}Code of the repositories, which patches contain, stays under the licence of its repository in the table above.`,
    ...canary(card),
    ...verification(card),
  ].join('\n\n')}\n`;
}

/** A card that does not describe everything says so first. */
function missingRemark({ missing }: DatasetCard): readonly string[] {
  if (missing.length === 0) return [];
  return [
    `**This card is not complete.** It does not describe these parts, and has no digest:`,
    missing.map(({ id, reason }) => `- ${escapeCell(id)}: ${escapeCell(reason)}`).join('\n'),
  ];
}

function canary({ dataset }: DatasetCard): readonly string[] {
  if (dataset === null) return [];
  const line = canarySentence(dataset);
  return [
    '## Canary',
    `This data set must not be in training data. Its files can be found by this canary string, which belongs to this data set alone:\n\n\`\`\`text\n${line}\n\`\`\``,
  ];
}

function verification({ digest }: DatasetCard): readonly string[] {
  if (digest === null) return [];
  return [
    '## Verification',
    `The content digest of this version is\n\n\`\`\`text\n${digest}\n\`\`\`\n\nIt is the SHA-256 of the canonical JSON of one entry for each instance, sorted by id: its id and the digests of instance.yaml, of both task texts, of its rules, and of its environment. To compute it again and to check all files, run this in the folder above the instances:\n\n\`\`\`sh\nrefbench dataset validate\n\`\`\``,
  ];
}

function untestedRemark(instances: readonly CardInstance[]): readonly string[] {
  const untested = instances.filter((one) => one.untested).length;
  if (untested === 0) return [];
  return [
    `${countOf(untested, 'instance')} without tests that can be run: only IFR and precision score them, without Pass and alignment.`,
  ];
}

/** Says what the admission does not prove, because a condition without a measurement refuses nothing. */
function unmeasuredRemark(instances: readonly CardInstance[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const name of instances.flatMap(({ unmeasured }) => unmeasured ?? [])) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  if (counts.size === 0) return [];
  const each = [...counts.keys()].sort().map((name) => `${escapeCell(name)}: ${counts.get(name)}`);
  return [
    `Every admitted instance passed all conditions for which something was measured. Not measured, by number of instances: ${each.join(', ')}.`,
  ];
}

function frontMatter({ dataset, digest, instances }: DatasetCard): object {
  return {
    ...(dataset === null
      ? {}
      : { pretty_name: dataset.name, license: dataset.licence.toLowerCase() }),
    language: ['en'],
    task_categories: ['text-generation'],
    size_categories: [sizeCategory(instances.length)],
    tags: ['code', 'refactoring', 'benchmark', 'coding-agents', ...languagesOf(instances)],
    refbench:
      dataset === null
        ? { digest: digest ?? 'unknown' }
        : {
            name: dataset.name,
            version: dataset.version,
            canary: dataset.canary,
            digest: digest ?? 'unknown',
          },
  };
}

function sizeCategory(count: number): string {
  if (count < 1000) return 'n<1K';
  return count < 10_000 ? '1K<n<10K' : '10K<n<100K';
}

function languagesOf(instances: readonly CardInstance[]): readonly string[] {
  return [...new Set(instances.map(({ language }) => language))].sort();
}

function countTable(instances: readonly CardInstance[], by: 'language' | 'category'): string {
  const rows = partsOf(instances, by).map(([value, own]) => [
    escapeCell(value),
    String(own.length),
    String(new Set(own.map(({ repository }) => repository)).size),
  ]);
  return markdownTable([by, 'instances', 'repositories'], rows, (column) => column > 0);
}

function instanceTable(instances: readonly CardInstance[]): string {
  const head = [
    'instance',
    'repository',
    'commit',
    'language',
    'diff',
    'rules',
    'tests',
    'licence',
  ];
  return markdownTable(
    head,
    instances.map((one) => [
      escapeCell(one.id),
      one.link === null
        ? `${escapeCell(one.repository)} (bundled)`
        : linkTo(one.repository, one.link),
      one.committed,
      escapeCell(one.language),
      `+${one.diff.added} -${one.diff.removed}`,
      one.additiveRules === null ? '-' : `${one.additiveRules} + ${one.reductiveRules ?? 0}`,
      testsCell(one),
      licenceCell(one),
    ]),
    (column) => ['diff', 'rules', 'tests'].includes(head[column] ?? ''),
  );
}

function testsCell({ tests, untested }: CardInstance): string {
  if (untested) return 'no tests';
  return tests === null ? '-' : String(tests);
}

function licenceCell({ licence, licenceFile, licenceLink }: CardInstance): string {
  if (licenceFile === null) return `${escapeCell(licence)}, no file`;
  const file = licenceLink === null ? escapeCell(licenceFile) : linkTo(licenceFile, licenceLink);
  return `${escapeCell(licence)}, ${file}`;
}

/** The target is in angle brackets, because a URL may contain parentheses. */
function linkTo(label: string, url: string): string {
  return `[${escapeCell(label)}](<${url.replaceAll(/[<>|\s]/g, encodeURIComponent)}>)`;
}
