/** Styles of the card of an approval, its input and its menus. */
import { css } from 'lit';

export const approvalStyles = css`
  .approval-card {
    display: flex; flex-direction: column; border-top: 2px solid var(--vscode-editorWarning-foreground);
    background: var(--vscode-editorWidget-background); color: var(--vscode-editorWidget-foreground, inherit);
    max-height: calc(var(--log-height, 100vh) - 16px); min-height: 0; overflow: auto; overflow-wrap: anywhere;
  }
  .approval-head { flex: none; font-weight: 600; padding: 6px 10px 2px; }
  .approval-head .turn { float: inline-end; font-weight: normal; margin-inline-start: 8px; }
  .approval-head .turn .codicon { display: none; }
  @media (max-width: 285px), (max-height: 300px) {
    .approval-head .turn .codicon { display: inline-block; }
    .approval-head .turn span { position: absolute; clip-path: inset(50%); }
  }
  /* However low the view, some of what would run is seen first: what has no room below it is scrolled to. */
  .approval-body { flex: 0 1 auto; min-height: 5.5em; overflow: auto; padding: 2px 10px 4px; }
  @media (max-height: 600px) { hooksmith-chat:has(hooksmith-approval) > .banner, .approval-foot > .keys { display: none; } }
  /* A shade while more is below: what runs, and why that is asked, is not read by its beginning. Without a scroll bar there is no such time. */
  .approval-body::after, .approval-card > .why::after {
    content: ''; display: block; position: sticky; bottom: -4px; height: 28px; margin-top: -28px; pointer-events: none; opacity: 0;
    background: linear-gradient(transparent, var(--vscode-editorWidget-background)); border-bottom: 1px solid var(--vscode-editorWarning-foreground);
    animation: more-below linear both; animation-timeline: scroll(nearest);
  }
  @keyframes more-below { from, 95% { opacity: 1; } to { opacity: 0; } }
  .approval-card > .why { flex: none; max-height: 4.4em; overflow: auto; padding: 2px 10px 0; margin-top: 2px; }
  /* A long one has what room what would run leaves. */
  .approval-card > .why[tabindex] { flex: 0 1000 auto; min-height: 4.4em; max-height: max(4.4em, calc(var(--log-height, 100vh) * 0.3)); }
  @media (min-width: 480px) { .approval-card > .why[tabindex] { min-height: 3em; } }
  .approval-foot { flex: none; padding: 6px 10px 8px; display: flex; flex-direction: column; gap: 6px; }
  /* Where the view has no room for all, as at twice the size, the buttons stay below what would run, and the reason for the agent is scrolled to. */
  @media (min-height: 180px) { .approval-foot:not(:has(.words :focus)) { position: sticky; bottom: -3.2em; background: inherit; } }
  /* Narrow, the buttons have a second row, which is scrolled to. */
  @media (max-width: 250px) and (max-height: 300px) { .approval-foot:not(:has(.words :focus)) { bottom: -5em; } }
  /* Lower still, as above an open tree in a low window, the conversation has the place of its title. */
  @media (max-height: 230px), (max-width: 250px) and (max-height: 260px) {
    hooksmith-chat:has(hooksmith-approval) > .bar:not(:focus-within) { display: none; }
    .approval-card > .approval-body { min-height: 2.6em; }
  }
  @media (max-height: 300px) {
    .approval-card { scrollbar-width: thin; }
    .approval-foot { padding-top: 2px; }
    .approval-foot .buttons { gap: 4px; margin-top: 0; }
    .approval-body .input > div:only-child dt { position: absolute; clip-path: inset(50%); }
  }
  /* What would run comes first where what is said of it, which takes lines in a narrow view, would leave it none. */
  @media (max-height: 300px), (max-width: 285px) and (max-height: 500px) {
    .approval-body { display: flex; flex-direction: column; }
    .approval-body > * { flex: none; }
    .approval-body > .risk, .approval-body::after { order: 1; }
  }
  .risk .codicon, .mark .codicon { color: var(--vscode-editorWarning-foreground); }
  .risk { font-weight: 600; margin-bottom: 4px; }
  .approval-body .confined { margin-bottom: 4px; }
  .input { margin: 0; }
  .input > div { margin-bottom: 4px; }
  .input dt { color: var(--vscode-descriptionForeground); font-size: 0.92em; }
  .input dd { margin: 0; }
  /* Some themes give code blocks the colour that they stand on. */
  .input dd > pre, .tool-body pre { border: 1px solid var(--vscode-widget-border, transparent); }
  .input dd > pre { background: var(--vscode-textCodeBlock-background); padding: 3px 6px; border-radius: 3px; }
  .input .changed dd > pre { background: var(--vscode-diffEditor-insertedTextBackground); }
  .mark { font-weight: 600; }
  .diff {
    font: var(--vscode-editor-font-size, 12px)/1.4 var(--vscode-editor-font-family, monospace);
    border: 1px solid var(--vscode-widget-border, transparent); margin: 4px 0; overflow-x: auto;
  }
  .diff > div { white-space: pre; min-width: max-content; padding: 0 6px; }
  .diff .plus { background: var(--vscode-diffEditor-insertedLineBackground, var(--vscode-diffEditor-insertedTextBackground)); }
  .diff .minus { background: var(--vscode-diffEditor-removedLineBackground, var(--vscode-diffEditor-removedTextBackground)); }
  .diff .hunk { color: var(--vscode-descriptionForeground); }
  .buttons { display: flex; flex-wrap: wrap; gap: 6px; margin-top: 4px; }
  .split { position: relative; display: inline-flex; }
  .split > button:first-child { border-radius: 4px 0 0 4px; }
  .split > .more {
    border-radius: 0 4px 4px 0; padding: 3px 4px;
    border-left: 1px solid var(--vscode-button-separator, rgba(127, 127, 127, 0.5));
  }
  .menu {
    position: fixed; z-index: 5; overflow-y: auto; width: max-content; max-width: min(calc(100vw - 8px), 420px);
    background: var(--vscode-menu-background); color: var(--vscode-menu-foreground);
    border: 1px solid var(--vscode-menu-border, var(--vscode-widget-border)); border-radius: 5px; padding: 4px;
    box-shadow: 0 2px 8px var(--vscode-widget-shadow, transparent);
  }
  .menu button { display: block; width: 100%; text-align: left; }
  .menu button:is(:hover, :focus) {
    background: var(--vscode-menu-selectionBackground); color: var(--vscode-menu-selectionForeground); outline: none;
  }
  .menu [aria-disabled='true'] { opacity: 0.5; }
  .menu code { display: block; opacity: 0.85; }
  .menu small { display: block; opacity: 0.85; }
  .words { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 6px; }
  .words .reason { flex: 1 1 160px; width: auto; }
  .words button { flex: none; }
  .reason, .json { width: 100%; padding: 4px 6px; resize: vertical; }
  .json { field-sizing: content; max-height: 24em; font: var(--vscode-editor-font-size, 12px)/1.4 var(--vscode-editor-font-family, monospace); }
`;
