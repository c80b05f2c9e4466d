import type { Config, TopLevelSpec } from 'vega-lite';

/**
 * Styles of figures. `web` includes title, sources and digests. `paper` omits them, because the caption
 * states them; its figures are one column (3.3 in) or two columns (7 in) wide, in small type and
 * without margins.
 */
export const FIGURE_STYLES = ['web', 'paper'] as const;
export type FigureStyle = (typeof FIGURE_STYLES)[number];

/** Widths of one column and of a two-column page. */
const COLUMN_INCHES = 3.3;
const PAGE_INCHES = 7;

/** Plot widths at which type of 8 units is printed at about 7 points with typical labels. */
const COLUMN_UNITS = 150;
const PAGE_UNITS = 430;

/** Returns the width of a figure in the `paper` style, in inches. */
export function inchesOf(wide: boolean): number {
  return wide ? PAGE_INCHES : COLUMN_INCHES;
}

export const FONT = 'DejaVu Sans';

/** Adapts a specification to a style, before compilation. */
export function inStyle(spec: TopLevelSpec, style: FigureStyle, wide: boolean): TopLevelSpec {
  if (style === 'web') return spec;
  const { title: _title, ...untitled } = spec;
  // Panels set their own widths. The figure is cropped and scaled to the column when it is drawn.
  if ('facet' in untitled) return untitled;
  return { ...untitled, width: wide ? PAGE_UNITS : COLUMN_UNITS };
}

/** Returns font sizes and margins of a style. */
export function configOf(style: FigureStyle): Config {
  const size = style === 'web' ? 11 : 8;
  return {
    // Cropping needs a transparent background to find the content.
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
