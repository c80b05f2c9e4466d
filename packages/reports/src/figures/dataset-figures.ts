import type { DatasetInstance, DatasetReport } from '../model/dataset-report.ts';
import { partsOf } from '../tables/dataset-tables.ts';
import type { Figure } from './draw.ts';
import { ONE_TWO_FIVE } from './log-axis.ts';
import { PALETTE } from './palette.ts';

/**
 * Returns the figures of a data set: its composition, and the sizes of the golden diffs, of all lines
 * and after the line filter.
 */
export function datasetFigures(report: DatasetReport): readonly Figure[] {
  if (report.instances.length === 0) return [];
  return [compositionBars(report), ...SIZES.map((size) => diffSizes(report, size))];
}

function titleOf(report: DatasetReport, text: string, remark: string): object {
  const { instances, repositories, digest } = report;
  const origin = `${instances.length} instances of ${repositories} repositories, ${digest.slice(0, 'sha256:'.length + 12)}`;
  return { text, subtitle: [remark, origin] };
}

/** Stacked bars of instances by category, coloured by language. */
function compositionBars(report: DatasetReport): Figure {
  const languages = partsOf(report.instances, 'language').map(([language]) => language);
  const categories = partsOf(report.instances, 'category');
  const values = categories.flatMap(([category, own]) =>
    languages.flatMap((language) => {
      const count = own.filter((one) => one.language === language).length;
      return count === 0 ? [] : [{ category, language, count }];
    }),
  );
  return {
    id: 'dataset-composition',
    description: `Instances by category and language. ${report.digest}`,
    spec: {
      data: { values },
      title: titleOf(report, 'Composition of the data set', 'instances by category and language'),
      width: 420,
      height: { step: 26 },
      mark: { type: 'bar', height: { band: 0.75 } },
      encoding: {
        y: {
          field: 'category',
          type: 'nominal',
          sort: categories.map(([category]) => category),
          title: null,
          axis: { ticks: false, domain: false, labelPadding: 8 },
        },
        x: {
          field: 'count',
          type: 'quantitative',
          stack: 'zero',
          title: 'instances',
          axis: { gridColor: '#e4e4e4', tickMinStep: 1, format: 'd' },
        },
        color: {
          field: 'language',
          type: 'nominal',
          sort: languages,
          scale: { domain: languages, range: PALETTE },
          title: null,
          legend: { orient: 'top', direction: 'horizontal', columns: 4 },
        },
      },
    } as Figure['spec'],
  };
}

/** A figure of sizes: which lines it shows, and what it says about them. */
interface DiffSize {
  readonly id: string;
  readonly of: (one: DatasetInstance) => { readonly added: number; readonly removed: number };
  readonly kinds: readonly [added: string, removed: string, all: string];
  readonly axis: string;
  readonly remark: string;
}

const SIZES: readonly DiffSize[] = [
  {
    id: 'dataset-diff-lines',
    of: ({ diff }) => diff,
    kinds: ['added', 'removed', 'all'],
    axis: 'lines of the diff (logarithmic)',
    remark: 'all lines; box: quartiles and median; points: instances',
  },
  {
    id: 'dataset-diff-sizes',
    of: ({ counted }) => counted,
    kinds: ['|L+| added', '|L-| removed', '|L| all'],
    axis: 'lines after the filter (logarithmic)',
    remark: 'same line filter as for precision; box: quartiles and median; points: instances',
  },
];

/** A box plot with individual instances for each kind of lines, on a logarithmic axis. */
function diffSizes(report: DatasetReport, size: DiffSize): Figure {
  const values = report.instances.flatMap((one) => {
    const { added, removed } = size.of(one);
    return [added, removed, added + removed].map((lines, at) => ({
      id: one.id,
      // A logarithmic axis has no 0.
      lines: Math.max(1, lines),
      kind: size.kinds[at],
    }));
  });
  const y = {
    field: 'kind',
    type: 'nominal',
    sort: size.kinds,
    title: null,
    axis: { ticks: false, domain: false, labelPadding: 8 },
  };
  const x = {
    field: 'lines',
    type: 'quantitative',
    scale: { type: 'log', nice: true },
    title: size.axis,
    axis: { gridColor: '#e4e4e4', format: '~s', values: ONE_TWO_FIVE },
  };
  return {
    id: size.id,
    description: `Size of the golden diffs: ${size.axis}. ${report.digest}`,
    spec: {
      data: { values },
      title: titleOf(report, 'Size of the golden diffs', size.remark),
      width: 420,
      height: { step: 44 },
      layer: [
        {
          mark: { type: 'boxplot', extent: 'min-max', size: 18, color: '#9ecae1' },
          encoding: { y, x },
        },
        {
          mark: { type: 'point', filled: true, size: 18, opacity: 0.55, color: PALETTE[0] },
          encoding: { y, x },
        },
      ],
    } as Figure['spec'],
  };
}
