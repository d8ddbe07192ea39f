/** The export, whole: loaded when somebody turns it on. */
export { AguiFeed } from './feed';
export { AguiServer } from './server';
