import type { Config, TopLevelSpec } from 'vega-lite';

/**
 * `web`: with title, origin and digest, for a page. `paper`: without them, for a caption to say; as wide
 * as a column (3.3 in) or two (7 in), small type, no margin.
 */
export const FIGURE_STYLES = ['web', 'paper'] as const;
export type FigureStyle = (typeof FIGURE_STYLES)[number];

/** Widths of a column and of a page of two columns. */
const COLUMN_INCHES = 3.3;
const PAGE_INCHES = 7;

/** Of the plot alone, so that type of 8 units comes out at about 7 points with the usual labels. */
const COLUMN_UNITS = 150;
const PAGE_UNITS = 430;

/** How wide a figure is in a paper. */
export function inchesOf(wide: boolean): number {
  return wide ? PAGE_INCHES : COLUMN_INCHES;
}

export const FONT = 'DejaVu Sans';

/** What a figure looks like in a style, before it is compiled. */
export function inStyle(spec: TopLevelSpec, style: FigureStyle, wide: boolean): TopLevelSpec {
  if (style === 'web') return spec;
  const { title: _title, ...untitled } = spec;
  // Panels have widths of their own. The whole is cut and scaled to the column when it is drawn.
  if ('facet' in untitled) return untitled;
  return { ...untitled, width: wide ? PAGE_UNITS : COLUMN_UNITS };
}

/** Type and margins of a style. */
export function configOf(style: FigureStyle): Config {
  const size = style === 'web' ? 11 : 8;
  return {
    // Without a background, what is drawn can be told from what is not.
    ...(style === 'web' ? { background: 'white' } : { background: 'transparent' }),
    font: `${FONT}, Verdana, sans-serif`,
    padding: style === 'web' ? 12 : 1,
    axis: {
      labelLimit: style === 'web' ? 520 : 300,
      labelFontSize: size,
      titleFontSize: size,
      titleFontWeight: 'normal',
    },
    text: { fontSize: size },
    header: { labelFontSize: size, titleFontSize: size },
    legend: {
      labelFontSize: size,
      titleFontSize: size,
      labelLimit: style === 'web' ? 520 : 300,
      titleFontWeight: 'normal',
      ...(style === 'web' ? {} : { symbolSize: 40, rowPadding: 1, columnPadding: 6, offset: 6 }),
    },
    title: {
      anchor: 'start',
      frame: 'group',
      fontSize: 14,
      subtitleFontSize: 10,
      subtitleColor: '#555',
      subtitlePadding: 4,
      offset: 14,
    },
    view: { stroke: null },
  };
}
