import { css } from 'lit';

export const chatStyles = css`
  hooksmith-chat { display: flex; flex-direction: column; height: 100vh; min-width: 0; }
  hooksmith-markdown, hooksmith-approval, hooksmith-composer, hooksmith-code, hooksmith-pending { display: block; }
  .bar {
    display: flex; align-items: center; gap: 4px; padding: 4px 8px 4px 12px;
    border-bottom: 1px solid var(--vscode-panel-border, transparent); min-width: 0;
  }
  .bar .title {
    flex: 1 1 auto; min-width: 0; margin: 0; font-size: 1em; font-weight: 600; overflow: hidden; text-overflow: ellipsis;
    white-space: nowrap;
  }
  .banner {
    display: flex; flex-wrap: wrap; gap: 2px 8px; align-items: baseline; padding: 6px 12px;
    background: var(--vscode-textBlockQuote-background);
    border-left: 3px solid var(--vscode-editorInfo-foreground, var(--vscode-focusBorder));
  }

  .log { flex: 1 1 0; overflow-y: auto; padding: 18px 12px 12px; min-height: 0; position: relative; overflow-anchor: none; }
  .log:focus-visible { outline: none; box-shadow: inset 0 0 0 1px var(--vscode-focusBorder); }
  .entry { margin: 0 0 10px; min-width: 0; }
  .entry.sub {
    margin-left: 10px; padding-left: 8px; border-left: 2px solid var(--vscode-panel-border, var(--vscode-widget-border));
  }
  .entry.flash { animation: flash 1.2s; }
  @keyframes flash { from { background: var(--vscode-editor-findMatchHighlightBackground); } }
  @media (prefers-reduced-motion: reduce) { .codicon-modifier-spin { animation: none !important; } }
  .offers { list-style: none; max-width: 32em; margin: 4vh auto 0; padding: 0; display: grid; gap: 6px; }
  .offer { display: flex; gap: 10px; align-items: flex-start; width: 100%; padding: 7px 10px; text-align: start; white-space: normal;
    color: var(--vscode-foreground); background: var(--vscode-editorWidget-background); border: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent)); border-radius: 4px; }
  .offer:hover { background: var(--vscode-list-hoverBackground); }
  .offer > .codicon { flex: none; line-height: 1.4; color: var(--vscode-descriptionForeground); }
  .offers + .empty { margin-top: 3vh; }
  .empty { list-style: none; max-width: 32em; margin: 6vh auto 0; padding: 0; line-height: 1.6; }
  .empty li { display: flex; gap: 10px; padding: 5px 0; }
  .empty li > .codicon { flex: none; line-height: 1.6; color: var(--vscode-descriptionForeground); }

  .user {
    background: var(--vscode-input-background);
    border: 1px solid var(--vscode-input-border, var(--vscode-widget-border, transparent)); border-radius: 6px;
    padding: 6px 10px;
  }
  .user .text { white-space: pre-wrap; overflow-wrap: anywhere; }
  .user.denied .text { text-decoration: line-through; opacity: 0.75; }
  .user { position: relative; }
  /* On the upper edge, so that no word of the message lies below it. */
  .user .tools {
    position: absolute; top: -16px; right: 6px; z-index: 1; display: flex; opacity: 0; border-radius: 4px;
    background: var(--vscode-editorWidget-background);
    border: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent));
  }
  .user:hover .tools, .user .tools:focus-within { opacity: 1; }
  @media (hover: none) { .user .tools { opacity: 1; } }
  .user.waiting { border-style: dashed; border-color: var(--vscode-descriptionForeground); background: none; }
  .waiting-line { display: flex; align-items: center; gap: 2px; padding-top: 2px; }
  .waiting-line > .dim { flex: 1 1 auto; min-width: 0; }
  .message-editor > .dim { margin-top: 6px; }
  .message-editor textarea { field-sizing: content; width: 100%; max-height: 50vh; padding: 6px 8px; resize: none; line-height: 1.4; }
  .entry img { max-width: 100%; max-height: 240px; display: block; margin: 4px 0; }
  details > summary { display: flex; align-items: center; gap: 4px; cursor: pointer; color: var(--vscode-descriptionForeground); }
  details > summary:hover { color: var(--vscode-foreground); }
  details > summary > .codicon { flex: none; }
  details[open] > summary > .codicon { rotate: 90deg; }
  .thought {
    white-space: pre-wrap; overflow-wrap: anywhere; color: var(--vscode-descriptionForeground);
    border-left: 2px solid var(--vscode-panel-border, var(--vscode-widget-border)); padding-left: 10px; margin: 4px 0 8px 6px;
  }

  /* An answer that grows lays out itself, not the thousand before it. */
  hooksmith-markdown { overflow-wrap: anywhere; line-height: 1.5; contain: layout style; }
  hooksmith-markdown > :first-child { margin-top: 0; }
  hooksmith-markdown > :last-child { margin-bottom: 0; }
  hooksmith-markdown p, hooksmith-markdown ul, hooksmith-markdown ol { margin: 6px 0; }
  hooksmith-markdown ul, hooksmith-markdown ol { padding-left: 20px; }
  hooksmith-markdown hr { border: 0; border-top: 1px solid var(--vscode-widget-border, var(--vscode-panel-border, var(--vscode-contrastBorder))); margin: 10px 0; }
  /* Of a text, not of a change. */
  hooksmith-markdown del { display: inline; background: none; padding: 0; outline: 0; text-decoration: line-through; }
  hooksmith-markdown :is(h1, h2, h3, h4) { font-size: 1.1em; margin: 12px 0 4px; }
  hooksmith-markdown h1 { font-size: 1.25em; }
  hooksmith-markdown :not(pre) > code {
    padding: 1px 3px; border-radius: 3px; color: var(--vscode-textPreformat-foreground, inherit);
    background: var(--vscode-textPreformat-background, var(--vscode-textCodeBlock-background));
  }
  hooksmith-markdown blockquote {
    margin: 6px 0; padding-left: 8px; border-left: 3px solid var(--vscode-textBlockQuote-border, var(--vscode-panel-border));
  }
  /* A table scrolls sooner than it breaks words; code is too long for that. */
  .table { overflow-x: auto; margin: 8px 0; }
  hooksmith-markdown table { border-collapse: collapse; overflow-wrap: break-word; }
  hooksmith-markdown td > code { overflow-wrap: anywhere; }
  hooksmith-markdown td:has(> code) { min-width: 9em; }
  hooksmith-markdown :is(th, td) {
    border: 1px solid var(--vscode-panel-border, var(--vscode-widget-border)); padding: 3px 8px; vertical-align: top;
  }
  hooksmith-markdown th:not([align]) { text-align: start; }
  figure.code {
    margin: 8px 0; background: var(--vscode-textCodeBlock-background); border-radius: 4px; overflow: hidden;
    border: 1px solid var(--vscode-widget-border, var(--vscode-panel-border, transparent));
  }
  figure.code figcaption { display: flex; align-items: center; gap: 2px; padding: 0 4px 0 8px; min-height: 24px; }
  figure.code .language { flex: 1; color: var(--vscode-descriptionForeground); font-size: 0.85em; }
  figure.code pre {
    white-space: pre; overflow-x: auto; padding: 6px 8px; background: var(--vscode-editor-background);
    color: var(--vscode-editor-foreground);
  }
  figure.code.line pre { white-space: pre-wrap; }
  figure.code .italic { font-style: italic; }
  figure.code .bold { font-weight: bold; }
  figure.code .underlined { text-decoration: underline; }

  .tool {
    border: 1px solid var(--vscode-widget-border, var(--vscode-panel-border, transparent)); border-radius: 6px;
    overflow: hidden;
  }
  .tool-line { display: flex; align-items: center; }
  .tool-line > .tool-head { flex: 1; min-width: 0; }
  .tool-head {
    display: flex; align-items: center; gap: 6px; width: 100%; min-width: 0; padding: 4px 8px; text-align: left;
    border-radius: 0;
  }
  .tool-head:hover, .hook-summary:hover { background: var(--vscode-list-hoverBackground); }
  .tool-name { font-weight: 600; flex: 0 1 auto; max-width: 60%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .tool-input {
    flex: 1 1 0; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
    color: var(--vscode-descriptionForeground);
  }
  .tool-input.path { direction: rtl; text-align: left; }
  .status { flex: none; display: inline-flex; gap: 4px; align-items: center; }
  /* The tick says it where there is little room. */
  @media (max-width: 480px) { .tool.ok .status .word { position: absolute; clip-path: inset(50%); } }
  /* Rather the tool's name and input than how long it took, or what the card below says. */
  @media (max-width: 320px) {
    .tool:is(.error, .approval) .status .word, .tool:is(.ok, .error) .status .dim { position: absolute; clip-path: inset(50%); }
    .tool-name { max-width: 75%; }
  }
  /* As narrow as a sidebar begins in a small window, the name alone has room beside the sign. */
  @media (max-width: 230px) { .tool .status .word { position: absolute; clip-path: inset(50%); } }
  .tool.ok .status .codicon { color: var(--vscode-testing-iconPassed, var(--vscode-charts-green)); }
  .tool:is(.error, .denied, .rejected) .status { color: var(--vscode-list-errorForeground, var(--vscode-errorForeground)); }
  .tool:is(.skipped, .cancelled, .interrupted, .untold) .status { color: var(--vscode-descriptionForeground); }
  .tool.approval .status .codicon { color: var(--vscode-editorWarning-foreground); }
  .hook-summary {
    display: block; width: 100%; text-align: left; padding: 1px 8px 3px 38px; text-indent: -16px;
    color: var(--vscode-descriptionForeground); border-radius: 0; font-size: 0.92em;
  }
  .hook-summary > * { text-indent: 0; }
  .hook-summary .codicon[class*='codicon-'] { font-size: 12px; margin-right: 4px; }
  .tool ol.hooks { margin: 2px 10px 6px 26px; }
  .work-head { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .work { margin: 2px 6px 8px 10px; padding-left: 6px; border-left: 2px solid var(--vscode-tree-indentGuidesStroke, var(--vscode-widget-border)); }
  .work > .entry { margin: 6px 0; }
  .verdict { padding: 2px 10px 6px; overflow-wrap: anywhere; white-space: pre-wrap; }
  .user .verdict { padding: 4px 0 0; color: var(--vscode-list-errorForeground, var(--vscode-errorForeground)); }
  .tool .verdict { padding-left: 28px; }
  .tool .paused { padding: 2px 10px 6px 28px; color: var(--vscode-debugIcon-pauseForeground, var(--vscode-foreground)); }
  .live { padding: 4px 10px 6px 28px; color: var(--vscode-descriptionForeground); max-height: 9em; overflow: hidden; }
  .tool-body { padding: 2px 10px 8px 28px; }
  .tool-body .part { margin: 6px 0 2px; font-size: 0.9em; font-weight: 600; color: var(--vscode-descriptionForeground); }
  .tool-body pre {
    background: var(--vscode-textCodeBlock-background); padding: 4px 8px; max-height: 24em; overflow: auto; border-radius: 3px;
  }
  .tool-body pre.was { opacity: 0.75; text-decoration: line-through; }
  .row-links { display: flex; gap: 12px; padding-top: 6px; flex-wrap: wrap; }

  .notice { display: flex; align-items: flex-start; gap: 6px; overflow-wrap: anywhere; }
  .notice > div { min-width: 0; white-space: normal; }
  .notice > .codicon { flex: none; line-height: 1.4; }
  .notice.info { color: var(--vscode-descriptionForeground); }
  .notice.warning > .codicon { color: var(--vscode-editorWarning-foreground); }
  .notice.error > .codicon { color: var(--vscode-errorForeground); }
  .run-error {
    border: 1px solid var(--vscode-inputValidation-errorBorder, var(--vscode-errorForeground));
    background: var(--vscode-inputValidation-errorBackground, transparent); border-radius: 4px; padding: 6px 8px;
  }
  .working { color: var(--vscode-descriptionForeground); }

  .earlier { display: block; margin: 0 auto 10px; }
  .keys { font-size: 0.9em; }
  .pending-approvals { margin: 4px 12px 0; border: 1px solid var(--vscode-editorWarning-foreground); border-radius: 6px; padding: 4px 8px; }
  .pending-head { display: flex; flex-wrap: wrap; align-items: center; gap: 2px 8px; }
  .pending-head > span { flex: 1 1 auto; font-weight: 600; }
  .pending-list { max-height: 40vh; overflow-y: auto; margin: 4px 0; padding-left: 20px; }
  .pending-list li { padding: 3px 0; overflow-wrap: anywhere; }
  .jump { display: flex; justify-content: center; padding: 2px; }
  .jump button { border-radius: 10px; }
  .toast {
    display: flex; gap: 6px; align-items: start; padding: 4px 12px;
    background: var(--vscode-notifications-background, var(--vscode-editorWidget-background));
    border-top: 1px solid var(--vscode-widget-border, transparent); overflow-wrap: anywhere;
  }
  .toast > span { flex: 1; min-width: 0; }
`;
