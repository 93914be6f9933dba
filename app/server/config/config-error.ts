/** An environment setting that the site cannot start with. The message is for people. */
export class ConfigError extends Error {}
