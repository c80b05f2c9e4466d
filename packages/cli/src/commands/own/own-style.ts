/** The style of own.html, for light and dark screens. */
export const OWN_STYLE = `
:root { color-scheme: light dark; --line: #8886; --soft: #667; }
@media (prefers-color-scheme: dark) { :root { --soft: #aab; } }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.6rem; margin: 1rem 0 0.5rem; }
h2 { font-size: 1.2rem; margin: 2rem 0 0.5rem; }
h3 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; }
.lead { font-size: 1.1rem; }
.facts { color: var(--soft); margin: 0.2rem 0; overflow-wrap: anywhere; }
section > ul { list-style: none; padding: 0; }
section > ul > li { border: 1px solid var(--line); border-radius: 8px; padding: 0.8rem 1rem; margin: 0 0 0.8rem; }
p { margin: 0.3rem 0; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.1rem 1rem; margin: 0.5rem 0; font-size: 0.9rem; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
details { margin: 0.3rem 0; }
summary { cursor: pointer; }
pre { overflow-x: auto; max-height: 30rem; border: 1px solid var(--line); border-radius: 6px; padding: 0.6rem; font-size: 0.85rem; }
code { font-size: 0.9em; }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; } dt { margin-top: 0.4rem; } }
`;
