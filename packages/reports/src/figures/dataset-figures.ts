import type { DatasetReport } from '../model/dataset-report.ts';
import { partsOf } from '../tables/dataset-tables.ts';
import type { Figure } from './draw.ts';
import { ONE_TWO_FIVE } from './log-axis.ts';
import { PALETTE } from './palette.ts';

/** Returns the figures of a data set: its composition, and the sizes of the golden diffs. */
export function datasetFigures(report: DatasetReport): readonly Figure[] {
  return report.instances.length === 0 ? [] : [compositionBars(report), diffSizes(report)];
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

const SIZES = ['|L+| added', '|L-| removed', '|L| all'] as const;

/** A box plot with individual instances for each kind of lines, on a logarithmic axis. */
function diffSizes(report: DatasetReport): Figure {
  const values = report.instances.flatMap(({ id, counted: { added, removed } }) =>
    [added, removed, added + removed].map((lines, at) => ({
      id,
      // A logarithmic axis has no 0.
      lines: Math.max(1, lines),
      kind: SIZES[at],
    })),
  );
  const y = {
    field: 'kind',
    type: 'nominal',
    sort: SIZES,
    title: null,
    axis: { ticks: false, domain: false, labelPadding: 8 },
  };
  const x = {
    field: 'lines',
    type: 'quantitative',
    scale: { type: 'log', nice: true },
    title: 'lines after the filter (logarithmic)',
    axis: { gridColor: '#e4e4e4', format: '~s', values: ONE_TWO_FIVE },
  };
  return {
    id: 'dataset-diff-sizes',
    description: `Lines of the golden diffs after the line filter. ${report.digest}`,
    spec: {
      data: { values },
      title: titleOf(
        report,
        'Size of the golden diffs',
        'same line filter as for precision; box: quartiles and median; points: instances',
      ),
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
