import { countOf } from '@refbench/base';
import { mean } from '@refbench/scoring';
import type { DatasetInstance, DatasetReport } from '../model/dataset-report.ts';
import { percent, type Table } from '../model/table.ts';

/** Returns the tables of a data set. Tables that fit on a screen come first. */
export function datasetTables(report: DatasetReport): readonly Table[] {
  return [
    measureTable(report),
    partTable(report, 'language'),
    partTable(report, 'category'),
    crossTable(report),
    repositoryTable(report),
    ...(report.missing.length === 0 ? [] : [missingTable(report)]),
    instanceTable(report),
  ];
}

function missingTable({ missing }: DatasetReport): Table {
  return {
    id: 'dataset-missing',
    title: `Missing: ${countOf(missing.length, 'part')} could not be read, and no figure counts them`,
    head: ['part', 'reason'],
    rows: missing.map(({ id, reason }) => [id, reason]),
    notes: [],
  };
}

function measureTable({ instances, repositories, untested, distributions }: DatasetReport): Table {
  return {
    id: 'dataset',
    title: `Data set: ${countOf(instances.length, 'instance')} from ${repositories} repositories`,
    head: ['measure', 'n', 'mean', 'sd', 'least', '25 %', 'median', '75 %', 'most'],
    rows: distributions.map(({ measure, n, mean: average, deviation, least, quartiles, most }) => [
      measure,
      String(n),
      average.toFixed(1),
      deviation === null ? '-' : deviation.toFixed(1),
      ...[least, ...quartiles, most].map(wholeOrHalf),
    ]),
    notes: [
      ...(untested === 0
        ? []
        : [`${countOf(untested, 'instance')} without tests: only IFR and precision score them.`]),
      'Source files and lines are counted on base. Diff lines are all lines of the golden diff. |L|, |L+| and |L-| exclude build, vendor, documentation and configuration files, comments, blank lines and white-space changes.',
    ],
  };
}

function partTable({ instances }: DatasetReport, by: 'language' | 'category'): Table {
  return {
    id: `dataset-by-${by}`,
    title: `Instances by ${by}`,
    head: [
      by,
      'instances',
      '%',
      'repositories',
      'files',
      '|L|',
      '|L+|',
      '|L-|',
      'rules',
      'tests',
      'words',
      'words (open)',
    ],
    rows: partsOf(instances, by).map(([value, own]) => [
      value,
      String(own.length),
      percent(own.length / instances.length),
      String(new Set(own.map(({ repository }) => repository)).size),
      meanOf(own, (one) => one.changedFiles),
      meanOf(own, ({ counted }) => counted.added + counted.removed),
      meanOf(own, ({ counted }) => counted.added),
      meanOf(own, ({ counted }) => counted.removed),
      meanOf(own, rulesOf),
      meanOf(own, (one) => one.tests),
      meanOf(own, ({ words }) => words.instructed),
      meanOf(own, ({ words }) => words.open),
    ]),
    notes: ['Files, lines, rules, tests and words of the task texts are means.'],
  };
}

/** Repositories with the size of their code: each instance has its own base. */
function repositoryTable({ instances }: DatasetReport): Table {
  return {
    id: 'dataset-repositories',
    title: 'Repositories',
    head: ['repository', 'instances', 'languages', 'files', 'lines', 'rules', 'tests'],
    rows: partsOf(instances, 'repository').map(([repository, own]) => [
      repository,
      String(own.length),
      [...new Set(own.map(({ language }) => language))].sort().join(', '),
      meanOf(own, (one) => one.sourceFiles),
      meanOf(own, (one) => one.sourceLines),
      meanOf(own, rulesOf),
      meanOf(own, (one) => one.tests),
    ]),
    notes: ['Source files, their lines, rules and tests are means over the instances.'],
  };
}

function meanOf(
  own: readonly DatasetInstance[],
  valueOf: (one: DatasetInstance) => number | null,
): string {
  const values = own.map(valueOf).filter((value) => value !== null);
  return values.length === 0 ? '-' : mean(values).toFixed(1);
}

function rulesOf({ additiveRules, reductiveRules }: DatasetInstance): number | null {
  return additiveRules === null ? null : additiveRules + (reductiveRules ?? 0);
}

function crossTable({ instances }: DatasetReport): Table {
  const languages = partsOf(instances, 'language').map(([language]) => language);
  return {
    id: 'dataset-categories-by-language',
    title: 'Categories by language',
    head: ['category', ...languages],
    rows: partsOf(instances, 'category').map(([category, own]) => [
      category,
      ...languages.map((language) => String(own.filter((one) => one.language === language).length)),
    ]),
    notes: [],
  };
}

function instanceTable({ instances }: DatasetReport): Table {
  return {
    id: 'dataset-instances',
    title: 'Instances',
    head: [
      'instance',
      'language',
      'category',
      'files',
      '|L+|',
      '|L-|',
      'rules+',
      'rules-',
      'tests',
      'words',
      'words (open)',
    ],
    rows: instances.map((one) => [
      one.id,
      one.language,
      one.category,
      String(one.changedFiles),
      String(one.counted.added),
      String(one.counted.removed),
      countText(one.additiveRules),
      countText(one.reductiveRules),
      one.untested ? 'no tests' : countText(one.tests),
      countText(one.words.instructed),
      countText(one.words.open),
    ]),
    notes: [],
  };
}

/** Groups instances by one of their properties, most frequent first. */
export function partsOf<T extends Pick<DatasetInstance, 'language' | 'category' | 'repository'>>(
  instances: readonly T[],
  by: 'language' | 'category' | 'repository',
): readonly (readonly [string, readonly T[]])[] {
  const parts = new Map<string, T[]>();
  for (const instance of instances) {
    const own = parts.get(instance[by]);
    if (own === undefined) parts.set(instance[by], [instance]);
    else own.push(instance);
  }
  return [...parts].sort(
    ([left, some], [right, others]) => others.length - some.length || (left < right ? -1 : 1),
  );
}

function countText(value: number | null): string {
  return value === null ? '-' : String(value);
}

function wholeOrHalf(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
}
