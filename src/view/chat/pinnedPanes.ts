/** What stays in sight between the conversation and the message box: the files that agents changed, and the agent's list of tasks. Each is folded by itself. */
import { html, nothing, type ReactiveControllerHost } from 'lit';
import { isDone } from '../../shared/events/todos';
import { changedFiles } from './changedFiles';
import type { ChatSession } from './chatSession';
import { pinnedTodos } from './todoList';

export class PinnedPanes {
  private filesOpen = false;
  /** The human's own word; else it is open, but for while an approval needs the room, and when all is done. */
  private todosToggled: boolean | undefined;

  constructor(private readonly host: ReactiveControllerHost) {}

  render({ state, status }: ChatSession): unknown {
    const { files, running, todos, approvals } = state;
    const todosOpen = this.todosToggled ?? (approvals.size === 0 && !todos?.every(isDone));
    const toggleTodos = () => {
      this.todosToggled = !todosOpen;
      this.host.requestUpdate();
    };
    const shown = { open: this.filesOpen, toggle: this.toggleFiles, running, folders: status?.folders ?? [] };
    return html`${status?.readOnly ? nothing : changedFiles(files, shown)} ${pinnedTodos(todos, todosOpen, toggleTodos)}`;
  }

  private readonly toggleFiles = () => {
    this.filesOpen = !this.filesOpen;
    this.host.requestUpdate();
  };
}
