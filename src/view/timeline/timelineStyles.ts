import { css } from 'lit';

export const timelineStyles = css`
  body { background: var(--vscode-panel-background, var(--vscode-editor-background)); }
  hooksmith-timeline { display: flex; flex-direction: column; height: 100vh; min-width: 0; }
  .filters { display: flex; gap: 6px; padding: 4px 8px; align-items: center; min-width: 0; flex-wrap: wrap; }
  .filters input { flex: 1 1 160px; min-width: 0; padding: 3px 6px; }
  .filters select, .filters input[type='datetime-local'] { flex: 1 1 84px; min-width: 0; max-width: 170px; text-overflow: ellipsis; }
  .filters .found { white-space: nowrap; }
  .choices { display: flex; flex: 100 1 560px; gap: 6px; flex-wrap: wrap; min-width: 0; }
  .more-filters { display: none !important; }
  @media (max-width: 720px) {
    .more-filters { display: inline-flex !important; }
    .choices { flex-basis: 100%; }
    .choices:not(.open) { display: none; }
  }
  .filters select.on, .filters .more-filters.on, .filters .follow[aria-pressed='true'] {
    border-color: var(--vscode-inputOption-activeBorder, var(--vscode-focusBorder));
    background: var(--vscode-inputOption-activeBackground, transparent);
  }
  .panes { flex: 1; min-height: 0; display: flex; flex-direction: column; container: panes / size; }
  .grid {
    flex: 1 1 0; min-height: 0; min-width: 0; display: flex; flex-direction: column; container: grid / inline-size;
  }
  .rows {
    flex: 1; min-height: 0; overflow-y: scroll; overflow-x: hidden; scrollbar-gutter: stable; position: relative;
    overflow-anchor: none; contain: strict;
  }
  .body-rows { position: relative; }
  .window { position: absolute; left: 0; right: 0; top: 0; will-change: transform; }
  .row { display: grid; align-items: center; gap: 8px; padding: 0 8px; height: 22px; cursor: default; white-space: nowrap; }
  .row > * { overflow: hidden; text-overflow: ellipsis; min-width: 0; }
  .row, .columns {
    grid-template-columns: minmax(190px, 1.6fr) 88px minmax(110px, 1.1fr) minmax(50px, 0.8fr) minmax(50px, 0.7fr) minmax(84px, 1.7fr) minmax(86px, 0.9fr);
  }
  .columns {
    font-weight: 600; color: var(--vscode-descriptionForeground);
    border-bottom: 1px solid var(--vscode-panel-border, transparent); overflow: hidden; flex: none;
    position: sticky; top: 0; z-index: 1; background: var(--vscode-panel-background, var(--vscode-editor-background));
    /* On screens of 1.5 pixels to a point a sticky row is drawn a little low: nothing shows above it. */
    box-shadow: 0 -8px 0 var(--vscode-panel-background, var(--vscode-editor-background));
  }
  .row.body:hover { background: var(--vscode-list-hoverBackground); }
  .row.selected {
    background: var(--vscode-list-inactiveSelectionBackground);
    outline: 1px dotted var(--vscode-contrastActiveBorder, transparent); outline-offset: -1px;
  }
  .rows:focus .row.selected {
    background: var(--vscode-list-activeSelectionBackground); color: var(--vscode-list-activeSelectionForeground);
  }
  .rows:focus .row.selected .dim { color: inherit; }
  .row .type { display: flex; align-items: center; }
  .row .twist { flex: none; width: 16px; line-height: 0; }
  .row .name { overflow: hidden; text-overflow: ellipsis; }
  .row .mark { flex: none; margin-right: 3px; }
  .row.bad .mark { color: var(--vscode-errorForeground); }
  .row.changed .mark { color: var(--vscode-editorWarning-foreground); }
  .rows:focus .row.selected .mark { color: inherit; }
  .detail .error-text {
    color: inherit; border-left: 3px solid var(--vscode-errorForeground); margin-left: 8px; padding-left: 9px;
  }
  .took { display: grid; grid-template-columns: 1fr 80px; gap: 6px; align-items: center; }
  .took .lane { position: relative; height: 8px; overflow: hidden; }
  .took .lane > i {
    position: absolute; height: 100%; min-width: 2px; border-radius: 2px;
    background: var(--vscode-charts-blue, var(--vscode-progressBar-background));
  }
  .took .lane > b {
    position: absolute; top: 2px; height: 4px; min-width: 2px; background: var(--vscode-charts-yellow, var(--vscode-foreground));
  }
  .took .lane > b.deny, .took .lane > b.error { background: var(--vscode-foreground); }
  .row.bad .lane > i { background: var(--vscode-charts-red, var(--vscode-errorForeground)); }
  .took > span { text-align: right; }
  .below { position: relative; }
  .jump { position: absolute; right: 22px; bottom: 8px; border-radius: 10px; z-index: 2; }
  @container grid (max-width: 760px) {
    .row, .columns { grid-template-columns: minmax(170px, 1.8fr) minmax(130px, 1.2fr) minmax(44px, 0.6fr) minmax(60px, 1.2fr); }
    .row > .when, .row > .branch, .row > .by { display: none; }
  }
  @container grid (max-width: 460px) {
    .row, .columns { grid-template-columns: minmax(130px, 4fr) 78px minmax(40px, 0.4fr) minmax(48px, 0.6fr); }
    .took { grid-template-columns: 1fr; }
    .took .lane { display: none; }
    .took > span { text-align: left; }
    /* It would cover the rows; the button above does the same. */
    .jump { display: none; }
  }
  @container grid (max-width: 340px) {
    .row, .columns { grid-template-columns: minmax(140px, 2fr) minmax(60px, 1fr); }
    .row > .took, .row > .tool-cell { display: none; }
  }
  .empty { padding: 20px 16px; color: var(--vscode-descriptionForeground); }
  .empty > * { max-width: 46em; }
  .rows:has(+ .empty) { flex: 0 0 auto; max-height: 50%; overflow-y: auto; contain: layout paint; }
  .grid > .empty { flex: 1 1 0; min-height: 0; overflow: auto; }
  .empty p { margin: 0 0 6px; }
  .empty ol { margin: 0 0 10px; padding-left: 20px; }
  .empty .buttons { display: flex; flex-wrap: wrap; gap: 6px; }
  hooksmith-value { display: block; }
  .pages { display: flex; gap: 6px; align-items: center; }
  .detail {
    flex: 0 0 48%; min-height: 0; min-width: 0; overflow: auto;
    border-top: 1px solid var(--vscode-panel-border, var(--vscode-widget-border)); padding: 6px 12px 12px;
  }
  .detail header { display: flex; gap: 6px; align-items: baseline; }
  .detail header strong { flex: 1; overflow-wrap: anywhere; }
  .detail .buttons { display: flex; flex-wrap: wrap; gap: 6px; margin: 6px 0; }
  .detail h2 { margin: 8px 0 2px; font-size: 0.9em; color: var(--vscode-descriptionForeground); }
  .detail pre.value {
    background: var(--vscode-textCodeBlock-background); padding: 4px 8px; max-height: 18em; overflow: auto; border-radius: 3px;
  }
  @container panes (min-width: 640px) {
    .split { flex-direction: row !important; }
    .split .detail {
      flex-basis: 42%; border-top: 0; border-left: 1px solid var(--vscode-panel-border, var(--vscode-widget-border));
    }
  }
  .split { flex: 1; min-height: 0; display: flex; flex-direction: column; }
`;
