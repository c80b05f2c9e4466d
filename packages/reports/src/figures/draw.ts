import { createRequire } from 'node:module';
import type { BBox } from '@resvg/resvg-js';
import type { TopLevelSpec } from 'vega-lite';
import { configOf, FONT, inchesOf, inStyle, type FigureStyle } from './figure-style.ts';

/** A figure ready to be drawn. */
export interface Figure {
  /** For the file's name. */
  readonly id: string;
  readonly spec: TopLevelSpec;
  /** In a paper, over both columns of a page. */
  readonly wide?: boolean;
  /** Goes into the SVG for those who cannot see it. */
  readonly description: string;
}

export interface DrawnFigure {
  readonly id: string;
  readonly svg: string;
  readonly png: Buffer;
}

/** PNG pixels for one SVG unit on a screen, and for an inch in print. */
const SCALE = 2;
const PRINT_DOTS = 300;

/** SVG units around what is drawn in print: letters reach a little beyond their box. */
const MARGIN = 2;

const require = createRequire(import.meta.url);

/** The machine that draws may have no fonts, and no two machines have the same. */
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

/** Draws a figure as SVG without a browser, and that SVG as PNG with fonts that travel along. */
export async function drawFigure(
  { id, spec, description, wide = false }: Figure,
  style: FigureStyle = 'web',
): Promise<DrawnFigure> {
  // Loaded with the first figure: most commands draw none, and this takes longer than they do.
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
 * Cuts an SVG to what is drawn in it, and states its width in inches: text is measured only here, and
 * what the layout had set aside for it is more.
 */
function cropped(svg: string, box: BBox | undefined, inches: number): string {
  if (box === undefined) return svg;
  const [width, tall] = [box.width + 2 * MARGIN, box.height + 2 * MARGIN];
  const edges = [box.x - MARGIN, box.y - MARGIN, width, tall]
    .map((edge) => edge.toFixed(2))
    .join(' ');
  const height = ((inches * tall) / width).toFixed(3);
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
