import { createRequire } from 'node:module';
import type { Config, TopLevelSpec } from 'vega-lite';

/** A figure ready to be drawn. */
export interface Figure {
  /** For the file's name. */
  readonly id: string;
  readonly spec: TopLevelSpec;
  /** Goes into the SVG for those who cannot see it. */
  readonly description: string;
}

export interface DrawnFigure {
  readonly id: string;
  readonly svg: string;
  readonly png: Buffer;
}

/** PNG pixels for one SVG unit: sharp in print at a column's width. */
const SCALE = 2;

const FONT = 'DejaVu Sans';

const CONFIG: Config = {
  background: 'white',
  font: `${FONT}, Verdana, sans-serif`,
  padding: 12,
  axis: { labelLimit: 520, labelFontSize: 11, titleFontSize: 11, titleFontWeight: 'normal' },
  header: { labelFontSize: 11, titleFontSize: 11 },
  legend: { labelFontSize: 11, titleFontSize: 11, labelLimit: 520, titleFontWeight: 'normal' },
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

/** Draws a figure as SVG without a browser, and that SVG as PNG with fonts that travel along. */
export async function drawFigure({ id, spec, description }: Figure): Promise<DrawnFigure> {
  // Loaded with the first figure: most commands draw none, and this takes longer than they do.
  const [{ Resvg }, { parse, View }, { compile }] = await Promise.all([
    import('@resvg/resvg-js'),
    import('vega'),
    import('vega-lite'),
  ]);
  const view = new View(parse(compile(spec, { config: CONFIG }).spec), { renderer: 'none' });
  try {
    const drawn = await view.toSVG();
    const label = `<desc>${escapeXml(description)}</desc>`;
    const svg = drawn.replace(/(<svg[^>]*>)/, `$1${label}`);
    const png = new Resvg(svg, {
      fitTo: { mode: 'zoom', value: SCALE },
      font: { loadSystemFonts: false, fontFiles: fontFiles(), defaultFontFamily: FONT },
    })
      .render()
      .asPng();
    return { id, svg, png };
  } finally {
    view.finalize();
  }
}

/** The machine that draws may have no fonts, and no two machines have the same. */
function fontFiles(): string[] {
  const require = createRequire(import.meta.url);
  return [
    require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
    require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  ];
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
