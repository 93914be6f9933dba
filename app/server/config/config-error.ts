/** A setting of the environment that the site cannot start with. The message is meant for a person. */
export class ConfigError extends Error {}
