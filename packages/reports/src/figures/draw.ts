import { createRequire } from 'node:module';
import type { BBox } from '@resvg/resvg-js';
import type { TopLevelSpec } from 'vega-lite';
import { configOf, FONT, inchesOf, inStyle, type FigureStyle } from './figure-style.ts';

/** The specification of a figure. */
export interface Figure {
  /** Base name of the file. */
  readonly id: string;
  readonly spec: TopLevelSpec;
  /** True if the figure spans both columns of a page in the `paper` style. */
  readonly wide?: boolean;
  /** Accessible description, embedded in the SVG. */
  readonly description: string;
}

export interface DrawnFigure {
  readonly id: string;
  readonly svg: string;
  readonly png: Buffer;
}

/** PNG pixels per SVG unit (web), and per inch (paper). */
const SCALE = 2;
const PRINT_DOTS = 300;

/** Margin in SVG units for the `paper` style, because glyphs extend slightly beyond their box. */
const MARGIN = 2;

const require = createRequire(import.meta.url);

/** Bundled fonts, so that figures do not depend on the fonts of the machine. */
const FONTS = {
  font: {
    loadSystemFonts: false,
    fontFiles: [
      require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
      require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
    ],
    defaultFontFamily: FONT,
  },
};

/** Renders a figure as SVG without a browser, and the SVG as PNG with bundled fonts. */
export async function drawFigure(
  { id, spec, description, wide = false }: Figure,
  style: FigureStyle = 'web',
): Promise<DrawnFigure> {
  // Loaded lazily, because loading takes longer than most commands and few of them draw figures.
  const [{ Resvg }, { parse, View }, { compile }] = await Promise.all([
    import('@resvg/resvg-js'),
    import('vega'),
    import('vega-lite'),
  ]);
  const compiled = compile(inStyle(spec, style, wide), { config: configOf(style) });
  const view = new View(parse(compiled.spec), { renderer: 'none' });
  try {
    const drawn = await view.toSVG();
    const svg =
      style === 'web'
        ? drawn.replace(/(<svg[^>]*>)/, `$1<desc>${escapeXml(description)}</desc>`)
        : cropped(drawn, new Resvg(drawn, FONTS).getBBox(), inchesOf(wide));
    const png = new Resvg(svg, {
      ...FONTS,
      fitTo:
        style === 'web'
          ? { mode: 'zoom', value: SCALE }
          : { mode: 'width', value: inchesOf(wide) * PRINT_DOTS },
    })
      .render()
      .asPng();
    return { id, svg, png };
  } finally {
    view.finalize();
  }
}

/**
 * Crops an SVG to its content and sets its width in inches. The layout only estimates text widths and
 * therefore reserves too much space.
 */
function cropped(svg: string, box: BBox | undefined, inches: number): string {
  if (box === undefined) return svg;
  const [width, boxHeight] = [box.width + 2 * MARGIN, box.height + 2 * MARGIN];
  const edges = [box.x - MARGIN, box.y - MARGIN, width, boxHeight]
    .map((edge) => edge.toFixed(2))
    .join(' ');
  const height = ((inches * boxHeight) / width).toFixed(3);
  return svg.replace(/<svg[^>]*>/, (root) =>
    root
      .replace(/\bwidth="[^"]*"/, `width="${inches}in"`)
      .replace(/\bheight="[^"]*"/, `height="${height}in"`)
      .replace(/\bviewBox="[^"]*"/, `viewBox="${edges}"`),
  );
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
