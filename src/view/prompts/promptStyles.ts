/** Styles of the agent's questions and of its list of tasks. */
import { css } from 'lit';

export const promptStyles = css`
  .questions {
    border-top: 2px solid var(--vscode-editorInfo-foreground, var(--vscode-focusBorder)); padding: 6px 10px 8px; overflow-wrap: anywhere;
    background: var(--vscode-editorWidget-background); color: var(--vscode-editorWidget-foreground, inherit);
  }
  .questions-head { font-weight: 600; padding-bottom: 4px; }
  .questions fieldset { border: 0; margin: 0 0 8px; padding: 0; min-width: 0; }
  .questions legend { padding: 2px 0 4px; }
  .question-header {
    display: inline-block; padding: 0 6px; margin-right: 2px; border-radius: 8px; font-size: 0.88em; max-width: 100%;
    border: 1px solid var(--vscode-contrastBorder, transparent);
    background: var(--vscode-badge-background); color: var(--vscode-badge-foreground);
  }
  .choice { display: flex; gap: 6px; align-items: flex-start; padding: 3px 2px; cursor: pointer; }
  .choice:hover { background: var(--vscode-list-hoverBackground); }
  .choice input { flex: none; margin: 2px 0 0; accent-color: var(--vscode-button-background); }
  .choice > span { min-width: 0; }
  .choice .dim { display: block; font-size: 0.92em; }
  .own-words { box-sizing: border-box; width: calc(100% - 24px); margin: 2px 0 2px 22px; padding: 3px 6px; }

  .todos { margin: 4px 12px 0; border: 1px solid var(--vscode-widget-border, var(--vscode-panel-border, transparent)); border-radius: 6px; }
  .todos-head { display: flex; align-items: center; gap: 5px; width: 100%; text-align: left; padding: 3px 8px 3px 5px; min-width: 0; }
  .todos-head:hover { background: var(--vscode-list-hoverBackground); }
  .todos-progress {
    flex: 1 1 0; min-width: 0; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 4; overflow: hidden;
    white-space: normal; overflow-wrap: anywhere; line-height: 1.3;
  }
  .todos progress {
    appearance: none; flex: none; width: 48px; height: 5px; border: 1px solid var(--vscode-contrastBorder, transparent); border-radius: 3px; overflow: hidden;
  }
  /* The words say it where there is little room. */
  @media (max-width: 320px) { .todos progress { display: none; } }
  .todos progress::-webkit-progress-bar { background: var(--vscode-scrollbarSlider-background, rgba(127, 127, 127, 0.3)); }
  .todos progress::-webkit-progress-value { background: var(--vscode-progressBar-background, var(--vscode-focusBorder)); }
  .todos-body { max-height: 30vh; overflow-y: auto; padding: 0 8px 5px; }
  .changed-head { display: flex; flex-wrap: wrap; align-items: center; gap: 6px; padding-right: 8px; min-width: 0; }
  .changed-head .todos-head { flex: 1 1 130px; width: auto; }
  .changed-acts { display: flex; gap: 12px; margin-left: auto; }
  .changed-acts .link { white-space: nowrap; }
  .changed-items { list-style: none; margin: 2px 0 0; padding: 0; }
  .changed-items li { display: flex; gap: 6px; align-items: center; min-width: 0; }
  .changed-items .path {
    flex: 1 1 0; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; text-align: left; direction: rtl;
  }
  .change-kind { flex: none; width: 1.2em; text-align: center; font-size: 0.92em; }
  .change-kind.A { color: var(--vscode-gitDecoration-addedResourceForeground); }
  .change-kind.M { color: var(--vscode-gitDecoration-modifiedResourceForeground); }
  .change-kind.D { color: var(--vscode-gitDecoration-deletedResourceForeground); }
  .not-covered { padding: 3px 0 0; font-size: 0.92em; }
  .redo { display: flex; align-items: center; gap: 6px; margin: 4px 12px 0; padding: 3px 8px; color: var(--vscode-descriptionForeground); }
  .redo .link { flex: none; }
  .redo span { min-width: 0; overflow-wrap: anywhere; }
  .todo-items { list-style: none; margin: 2px 0 0; padding: 0; }
  .todo-items li { display: flex; gap: 6px; align-items: flex-start; padding: 2px 0; }
  .todo-items li > span { min-width: 0; overflow-wrap: anywhere; }
  .todo-items li > .codicon { flex: none; line-height: 1.3; }
  .todo-items .completed { color: var(--vscode-descriptionForeground); }
  .todo-items .completed > span { text-decoration: line-through; }
  .todo-items .completed > .codicon { color: var(--vscode-testing-iconPassed, var(--vscode-charts-green)); }
  .todo-items .in_progress { font-weight: 600; }
`;
