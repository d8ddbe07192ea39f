/** The agent's tasks: one line of progress above the message box, the whole list when it is opened; and the list of one call in its row. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { currentTask, isDone, type Todo } from '../../shared/events/todos';
import type { Codicon } from '../../shared/views/codicons';

/** `2 of 5 done: Running the tests`. */
export function progressOf(todos: readonly Todo[]): string {
  const progress = countOf(todos);
  const current = currentTask(todos);
  return current ? `${progress}: ${current}` : progress;
}

function countOf(todos: readonly Todo[]): string {
  const [done, all] = [todos.filter(isDone).length, todos.length];
  if (done < all) return l10n.t('{0} of {1} tasks done', done, all);
  return all === 1 ? l10n.t('1 task done') : l10n.t('All {0} tasks done', all);
}

export function pinnedTodos(
  todos: readonly Todo[] | undefined,
  open: boolean,
  toggle: () => void,
): TemplateResult | typeof nothing {
  if (!todos || todos.length === 0) return nothing;
  const done = todos.filter(isDone).length;
  return html`<section class="todos" aria-label=${l10n.t('Tasks')}>
    <button class="todos-head" aria-expanded=${open} aria-controls="todos" @click=${toggle}>
      <i class="codicon codicon-chevron-${open ? 'down' : 'right'}" aria-hidden="true"></i>
      <i class="codicon codicon-checklist" aria-hidden="true"></i>
      <span class="todos-progress" title=${progressOf(todos)}>${progressOf(todos)}</span>
      <progress aria-hidden="true" max=${todos.length} value=${done}></progress>
    </button>
    <div id="todos" class="todos-body" ?hidden=${!open}>${open ? todoItems(todos) : nothing}</div>
  </section>`;
}

export function todoItems(todos: readonly Todo[]): TemplateResult {
  return html`<ul class="todo-items">${todos.map((todo) => {
    const words: Record<Todo['status'], [Codicon, string]> = {
      pending: ['circle-large-outline', l10n.t('Pending')],
      in_progress: ['arrow-circle-right', l10n.t('In progress')],
      completed: ['pass-filled', l10n.t('Completed')],
    };
    const [icon, word] = words[todo.status];
    return html`<li class=${todo.status} aria-current=${todo.status === 'in_progress' ? 'step' : nothing}>
      <i class="codicon codicon-${icon}" role="img" aria-label=${word} title=${word}></i>
      <span>${todo.status === 'in_progress' ? todo.activeForm || todo.content : todo.content}</span>
    </li>`;
  })}</ul>`;
}
