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
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)} – RefBench</title>`,
    '<link rel="icon" href="data:,">',
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<div id="app"><noscript>This page needs JavaScript.</noscript></div>',
    '',
  ].join('\n');
}
