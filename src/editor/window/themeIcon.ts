/** Icons of trees, tabs and buttons, in a colour of the theme where one is named. */
import * as vscode from 'vscode';
import type { Codicon } from '../../shared/views/codicons';

type Colour = 'list.errorForeground' | 'list.warningForeground';

export const themeIcon = (name: Codicon, colour?: Colour): vscode.ThemeIcon =>
  new vscode.ThemeIcon(name, colour && new vscode.ThemeColor(colour));
