/** What both views share: the editor's colours, buttons, links, the hooks of a dispatch. */
import { type CSSResult, css } from 'lit';

/** The views draw into the document itself, so its sheets are theirs. */
export function adopt(...sheets: CSSResult[]): void {
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, ...sheets.map((sheet) => sheet.styleSheet!)];
}

export const baseStyles = css`
  html, body { height: 100%; }
  body {
    margin: 0; padding: 0; overflow: hidden; color: var(--vscode-foreground);
    font: var(--vscode-font-size, 13px)/1.4 var(--vscode-font-family, sans-serif);
  }
  * { box-sizing: border-box; }
  /* What the browser draws by itself, as radio buttons and lists, follows the theme as well. */
  body.vscode-dark, body.vscode-high-contrast:not(.vscode-high-contrast-light) { color-scheme: dark; }
  button, select, textarea, input { font: inherit; color: inherit; }
  button { cursor: pointer; background: none; border: 1px solid transparent; border-radius: 4px; padding: 3px 8px; }
  button:disabled { cursor: default; opacity: 0.45; }
  :focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: -1px; }
  button.primary {
    background: var(--vscode-button-background); color: var(--vscode-button-foreground);
    border-color: var(--vscode-button-border, transparent);
  }
  button.primary:hover:enabled { background: var(--vscode-button-hoverBackground); }
  button.secondary {
    background: var(--vscode-button-secondaryBackground); color: var(--vscode-button-secondaryForeground);
    border-color: var(--vscode-button-secondaryBorder, var(--vscode-button-border, transparent));
  }
  button.secondary:hover:enabled { background: var(--vscode-button-secondaryHoverBackground); }
  button.icon { padding: 3px; line-height: 0; display: inline-flex; }
  button.icon:hover:enabled { background: var(--vscode-toolbar-hoverBackground); }
  button.link {
    padding: 0; border: 0; border-radius: 2px; color: var(--vscode-textLink-foreground); text-align: left;
    overflow-wrap: anywhere;
  }
  a.link { color: var(--vscode-textLink-foreground); text-decoration: none; cursor: pointer; border-radius: 2px; overflow-wrap: anywhere; }
  .link:hover { text-decoration: underline; }
  a { color: inherit; }
  a[href] { color: var(--vscode-textLink-foreground); }
  pre, code { font: var(--vscode-editor-font-size, 12px)/1.4 var(--vscode-editor-font-family, monospace); }
  /* The editor's page paints each code as a small box; only code within a text is one here. */
  code { color: inherit; background: none; padding: 0; }
  pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
  select, textarea, input {
    background: var(--vscode-input-background); color: var(--vscode-input-foreground);
    border: 1px solid var(--vscode-input-border, var(--vscode-widget-border, transparent)); border-radius: 4px;
  }
  select {
    background: var(--vscode-dropdown-background); color: var(--vscode-dropdown-foreground);
    border-color: var(--vscode-dropdown-border, transparent); padding: 2px;
  }
  ::placeholder {
    white-space: nowrap; overflow: hidden; text-overflow: ellipsis; color: var(--vscode-input-placeholderForeground);
    opacity: 1;
  }
  .dim { color: var(--vscode-descriptionForeground); }
  /* What people and models write runs as its script does, each paragraph by itself; code, from the left. */
  textarea:not(.json), input, .user .text, .why, .verdict, .notice > div, hooksmith-markdown :is(p, li, h1, h2, h3, h4, th, td) { unicode-bidi: plaintext; }
  /* A theme's colour for errors in lists is one to read; the general one may be too light for text. */
  .error-text { color: var(--vscode-list-errorForeground, var(--vscode-errorForeground)); }
  .sr { position: absolute; top: 0; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  .codicon[class*='codicon-'] { font-size: 14px; vertical-align: text-bottom; }
  .tag {
    border: 1px solid var(--vscode-descriptionForeground); color: var(--vscode-descriptionForeground); border-radius: 8px;
    padding: 0 5px; font-size: 0.85em;
  }

  ol.hooks {
    list-style: none; margin: 4px 0; padding: 0 0 0 8px;
    border-left: 2px solid var(--vscode-panel-border, var(--vscode-widget-border));
  }
  .hook { padding: 2px 0; }
  .hook-line { display: flex; flex-wrap: wrap; gap: 0 6px; align-items: baseline; position: relative; padding-left: 20px; }
  /* Out of the line: a long name that breaks would leave it alone on one. */
  .hook-line > .codicon { position: absolute; left: 0; top: 1px; }
  @media (max-width: 420px) {
    .hook-line > .dim { flex-basis: 100%; font-size: 0.92em; }
  }
  .hook.deny .codicon, .hook.error .codicon, .hook.failed .codicon, .hook.stop .codicon { color: var(--vscode-errorForeground); }
  .hook.modify .codicon, .hook.redirect .codicon, .hook.ask .codicon { color: var(--vscode-editorWarning-foreground); }
  .hook.continue .codicon, .hook.allow .codicon { color: var(--vscode-testing-iconPassed, var(--vscode-charts-green)); }
  .hook.void strong, .hook.void .change { text-decoration: line-through; }
  .hook.void .codicon { color: var(--vscode-descriptionForeground) !important; }
  .hook.skipped .codicon, .hook.skipped strong { color: var(--vscode-descriptionForeground); font-weight: normal; }
  .said { padding-left: 20px; overflow-wrap: anywhere; white-space: pre-wrap; }
  .change { padding-left: 20px; }
  .change .field { font-weight: 600; }
  .change .alike { padding: 0 4px; color: var(--vscode-descriptionForeground); }
  del, ins { display: block; text-decoration: none; padding: 0 4px; }
  /* High contrast has borders where other themes have backgrounds. */
  del, ins, .diff .plus, .diff .minus, .input .changed dd > pre { outline: 1px dashed transparent; outline-offset: -1px; }
  del { background: var(--vscode-diffEditor-removedTextBackground); }
  ins { background: var(--vscode-diffEditor-insertedTextBackground); }
  del, .diff .minus { outline-color: var(--vscode-diffEditor-removedTextBorder, transparent); }
  ins, .diff .plus, .input .changed dd > pre { outline-color: var(--vscode-diffEditor-insertedTextBorder, transparent); }
  del > pre { text-decoration: line-through; }
  .logs {
    margin-left: 20px; padding: 2px 6px; background: var(--vscode-textCodeBlock-background); max-height: 12em; overflow: auto;
  }
`;
