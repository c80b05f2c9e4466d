import { inlineHash } from './app-assets.ts';
import { escapeHtml } from './html.ts';

/**
 * The start of a page that contains its script and style. The policy allows these two and nothing else.
 */
export function pageHead(title: string, script: string, style: string): string {
  const policy = [
    "default-src 'none'",
    `script-src ${inlineHash(script)}`,
    `style-src ${inlineHash(style)}`,
    // The share that a cell of the grid shows is a style attribute.
    "style-src-attr 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return [
    ...documentHead({ title, policy, style }),
    '<div id="app"><noscript>This page needs JavaScript.</noscript></div>',
    '',
  ].join('\n');
}

interface DocumentHeadOptions {
  readonly title: string;
  /** The content security policy. */
  readonly policy: string;
  readonly style: string;
  /** Seconds after which the page loads itself again. */
  readonly refresh?: number | undefined;
}

/** The lines of any page up to the beginning of its body. */
function documentHead({ title, policy, style, refresh }: DocumentHeadOptions): readonly string[] {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">`,
    ...(refresh === undefined ? [] : [`<meta http-equiv="refresh" content="${refresh}">`]),
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)} – RefBench</title>`,
    '<link rel="icon" href="data:,">',
    `<style>${style}</style>`,
    '</head>',
    '<body>',
  ];
}

/** The start of a page without a script. The policy allows its style and nothing else. */
export function plainPageHead(options: Omit<DocumentHeadOptions, 'policy'>): readonly string[] {
  const policy = [
    "default-src 'none'",
    `style-src ${inlineHash(options.style)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return documentHead({ ...options, policy });
}
