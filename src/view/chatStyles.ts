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
  .tool.ok .status .codicon { color: var(--vscode-testing-iconPassed, var(--vscode-charts-green)); }
  .tool:is(.error, .denied, .rejected) .status { color: var(--vscode-list-errorForeground, var(--vscode-errorForeground)); }
  .tool:is(.skipped, .cancelled, .interrupted) .status { color: var(--vscode-descriptionForeground); }
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

  .approval-card {
    display: flex; flex-direction: column; border-top: 2px solid var(--vscode-editorWarning-foreground);
    background: var(--vscode-editorWidget-background); color: var(--vscode-editorWidget-foreground, inherit);
    max-height: calc(var(--log-height, 100vh) - 16px); min-height: 0; overflow: auto;
  }
  .approval-head { flex: none; font-weight: 600; padding: 6px 10px 2px; }
  .approval-head .turn { float: inline-end; font-weight: normal; }
  /* However low the view, some of what would run is seen first: what has no room below it is scrolled to. */
  .approval-body { flex: 0 1 auto; min-height: 5.5em; overflow: auto; padding: 2px 10px 4px; }
  @media (max-height: 480px) { hooksmith-chat:has(hooksmith-approval) > .banner { display: none; } }
  /* A shade while more is below: what runs is not read by its beginning. Without a scroll bar there is no such time. */
  .approval-body::after {
    content: ''; display: block; position: sticky; bottom: -4px; height: 28px; margin-top: -28px; pointer-events: none; opacity: 0;
    background: linear-gradient(transparent, var(--vscode-editorWidget-background)); border-bottom: 1px solid var(--vscode-editorWarning-foreground);
    animation: more-below linear both; animation-timeline: scroll(nearest);
  }
  @keyframes more-below { from, 95% { opacity: 1; } to { opacity: 0; } }
  .approval-card > .why { flex: none; max-height: 4.4em; overflow: auto; padding: 2px 10px 0; margin-top: 2px; overflow-wrap: anywhere; }
  .approval-foot { flex: none; padding: 6px 10px 8px; display: flex; flex-direction: column; gap: 6px; }
  .risk .codicon, .mark .codicon { color: var(--vscode-editorWarning-foreground); }
  .risk { font-weight: 600; overflow-wrap: anywhere; margin-bottom: 4px; }
  .approval-body .confined { margin-bottom: 4px; overflow-wrap: anywhere; }
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
  .menu code { display: block; opacity: 0.85; overflow-wrap: anywhere; }
  .menu small { display: block; opacity: 0.85; }
  .words { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 6px; }
  .words .reason { flex: 1 1 160px; width: auto; }
  .words button { flex: none; }
  .reason, .json { width: 100%; padding: 4px 6px; resize: vertical; }
  .json { field-sizing: content; max-height: 24em; font: var(--vscode-editor-font-size, 12px)/1.4 var(--vscode-editor-font-family, monospace); }

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

  .composer {
    margin: 4px 12px 10px; background: var(--vscode-input-background); border-radius: 6px; padding: 2px 4px 2px 2px;
    border: 1px solid var(--vscode-input-border, var(--vscode-widget-border, transparent));
  }
  .composer:focus-within { border-color: var(--vscode-focusBorder); }
  .composer.dropping { border: 1px dashed var(--vscode-focusBorder); }
  .composer textarea {
    display: block; field-sizing: content; width: 100%; max-height: 40vh; padding: 5px 6px; border: 0; outline: none;
    background: none; resize: none; line-height: 1.4;
  }
  .composer-buttons { display: flex; align-items: center; gap: 2px; padding: 0 0 2px 2px; min-width: 0; }
  .composer-buttons select {
    flex: none; background: none; border-color: transparent; max-width: 45%; color: var(--vscode-descriptionForeground);
    field-sizing: content;
  }
  .composer-buttons select:hover { background: var(--vscode-toolbar-hoverBackground); }
  .composer-buttons select option { background: var(--vscode-dropdown-background); color: var(--vscode-dropdown-foreground); }
  .composer-buttons select.bypass { color: var(--vscode-foreground); font-weight: 600; }
  .composer-buttons .model {
    flex: 0 1 auto; min-width: 0; display: inline-flex; align-items: center; gap: 2px;
    color: var(--vscode-descriptionForeground); padding: 3px 4px;
  }
  .composer-buttons .model > span { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .composer-buttons .model > .codicon { flex: none; }
  .composer-buttons .space { flex: 1 1 0; }
  .composer-buttons .model:hover { background: var(--vscode-toolbar-hoverBackground); }
  .tabs { display: flex; align-items: center; gap: 2px; padding: 0 8px 4px 12px; min-width: 0; }
  .tabs > [role='tablist'] { display: flex; flex: 1; gap: 2px; min-width: 0; overflow-x: auto; }
  .tab {
    display: inline-flex; align-items: center; gap: 4px; flex: 0 1 auto; min-width: 44px; max-width: 160px; padding: 2px 6px; border-radius: 4px;
    background: none; color: var(--vscode-descriptionForeground); border: 1px solid transparent;
  }
  .tab > span { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .tab > .codicon { flex: none; font-size: 14px; }
  .tab:hover { background: var(--vscode-toolbar-hoverBackground); }
  .tab[aria-selected='true'] { color: var(--vscode-foreground); border-color: var(--vscode-widget-border, var(--vscode-contrastBorder, transparent)); background: var(--vscode-editorWidget-background); }
  .tab.asks > .codicon { color: var(--vscode-editorWarning-foreground); }
  .composer { position: relative; }
  .completions {
    position: absolute; left: 0; right: 0; bottom: 100%; z-index: 3; margin: 0 0 4px; padding: 3px; list-style: none; overflow: auto;
    max-height: min(40vh, 280px); border-radius: 6px; background: var(--vscode-editorSuggestWidget-background, var(--vscode-editorWidget-background));
    border: 1px solid var(--vscode-editorSuggestWidget-border, var(--vscode-widget-border, var(--vscode-contrastBorder, transparent)));
    color: var(--vscode-editorSuggestWidget-foreground, var(--vscode-foreground)); box-shadow: 0 0 8px var(--vscode-widget-shadow, transparent);
  }
  .completions li { display: flex; align-items: baseline; gap: 6px; padding: 2px 6px; border-radius: 3px; cursor: pointer; min-width: 0; }
  .completions li > .codicon { flex: none; align-self: center; }
  .completions .label { flex: 0 1 auto; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .completions .label b { color: var(--vscode-editorSuggestWidget-highlightForeground, inherit); }
  .completions .detail { flex: 1 2 0; min-width: 20%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .completions li[aria-selected='true'] {
    background: var(--vscode-editorSuggestWidget-selectedBackground, var(--vscode-list-activeSelectionBackground));
    color: var(--vscode-editorSuggestWidget-selectedForeground, var(--vscode-list-activeSelectionForeground));
    outline: 1px solid var(--vscode-contrastActiveBorder, transparent); outline-offset: -1px;
  }
  .completions li[aria-selected='true'] :is(.detail, .label b) { color: inherit; }
  .completions li:hover:not([aria-selected='true']) { background: var(--vscode-list-hoverBackground); }
  .chips { display: flex; flex-wrap: wrap; gap: 4px; padding: 4px 4px 0; min-width: 0; }
  .chip {
    display: inline-flex; align-items: center; gap: 3px; max-width: 100%; padding: 0 2px 0 5px; border-radius: 4px; font-size: 0.92em;
    border: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent)); background: var(--vscode-editorWidget-background);
  }
  .chip .name { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .chip.offered { border-style: dashed; color: var(--vscode-descriptionForeground); }
  .chip .open-file {
    display: inline-flex; align-items: center; gap: 3px; min-width: 0; padding: 0; border: 0; background: none; color: inherit; font-size: inherit;
  }
  .chip .icon { padding: 1px; }
  .chip .codicon { font-size: 14px; }
  .parts { margin: 4px 0 0; padding: 0; list-style: none; font-size: 0.92em; }
  .parts summary { cursor: pointer; overflow-wrap: anywhere; }
  .parts pre { max-height: 200px; overflow: auto; }
  .thumbnails { display: flex; flex-wrap: wrap; gap: 6px; padding: 6px 6px 2px; }
  .thumbnail { position: relative; line-height: 0; }
  .thumbnail img { width: 48px; height: 48px; object-fit: cover; border-radius: 4px; border: 1px solid var(--vscode-widget-border, transparent); }
  .thumbnail button {
    position: absolute; top: -5px; right: -5px; padding: 1px; border-radius: 50%;
    background: var(--vscode-editorWidget-background); border-color: var(--vscode-widget-border, var(--vscode-contrastBorder, transparent));
  }
  .composer .stop { color: var(--vscode-errorForeground); }
  .foot {
    display: flex; flex-wrap: wrap; align-items: center; gap: 0 10px; margin-top: -7px; padding: 0 12px 5px; font-size: 0.9em;
    color: var(--vscode-descriptionForeground); font-variant-numeric: tabular-nums;
  }
  .foot .icon { margin-left: auto; color: inherit; }
  /* Where one line is too short for all, the tokens take the second. */
  @media (max-width: 420px) { .foot .tokens { order: 1; flex-basis: 100%; } }
  .foot .nearly-full { color: var(--vscode-foreground); font-weight: 600; }
  .foot .problems .codicon { color: var(--vscode-editorWarning-foreground); }
  .foot .problems { color: var(--vscode-foreground); font-weight: 600; }
`;
