/** The server cannot start: its message is one sentence or two that say why and what to do. No bug, hence no stack. */
export class StartRefused extends Error {}

/** Another server has it. */
export class FolderInUse extends StartRefused {}
