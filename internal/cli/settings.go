package cli

// ConfigCommand is the subcommand "config" of both programs.
type ConfigCommand struct{}

// Help is shown by --help.
func (*ConfigCommand) Help() string {
	return "Prints every option of every command with its effective value, where that came from " +
		"(flag, environment, file or default) and the environment variable that sets it. " +
		"A value that its option would refuse is reported, with exit code 2."
}

// Run prints the settings.
func (*ConfigCommand) Run(env *Env) error {
	settings, bad := env.Invocation.Settings()
	if env.JSON {
		if err := env.Print(struct {
			File     string `json:"file"`
			Settings any    `json:"settings"`
		}{env.Invocation.File, settings}); err != nil {
			return err
		}
	} else {
		file := env.Invocation.File
		if file == "" {
			file = "none"
		}
		env.Say("configuration file: %s\n", file)
		t := Table{Head: []string{"OPTION", "VALUE", "FROM", "VARIABLE"}}
		for _, s := range settings {
			t.Row(s.Key, s.Value, s.Source, s.Variable)
		}
		t.Write(env.Stdout)
	}
	if bad != nil {
		return UsageError{bad}
	}
	return nil
}

// VersionCommand is the subcommand "version" of both programs.
type VersionCommand struct{}

// Run prints the version.
func (*VersionCommand) Run(env *Env) error {
	if env.JSON {
		return env.Print(struct {
			Program string `json:"program"`
			Version string `json:"version"`
		}{env.Program, Version()})
	}
	_, err := env.Stdout.Write([]byte(env.Program + " " + Version() + "\n"))
	return err
}
