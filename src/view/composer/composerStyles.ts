/** Styles of the box that a message is written in, of what goes along with it, and of what stands around: the open sessions, the line below. */
import { css } from 'lit';

export const composerStyles = css`
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
  .tabs > [role='tablist'] { display: flex; flex: 1; gap: 2px; min-width: 0; overflow-x: auto; scrollbar-width: thin; }
  .tab {
    display: inline-flex; align-items: center; gap: 4px; flex: 0 1 auto; min-width: 76px; max-width: 160px; padding: 2px 6px; border-radius: 4px;
    background: none; color: var(--vscode-descriptionForeground); border: 1px solid transparent;
  }
  .tab > span { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .tab > .codicon { flex: none; font-size: 14px; }
  .tab:hover { background: var(--vscode-toolbar-hoverBackground); }
  .tab[aria-selected='true'] { color: var(--vscode-foreground); border-color: var(--vscode-widget-border, var(--vscode-contrastBorder, var(--vscode-focusBorder))); background: var(--vscode-editorWidget-background); }
  /* Of more than there is room for, one that asks stays in sight; that on screen is scrolled to, and would be covered. */
  .tab.asks[aria-selected='false'] { position: sticky; inset-inline: 0; background: var(--vscode-editorWidget-background); }
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
