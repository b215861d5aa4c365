use zed_extension_api as zed;

struct Weir;

impl zed::Extension for Weir {
    fn new() -> Self {
        Weir
    }

    fn language_server_command(
        &mut self,
        _: &zed::LanguageServerId,
        worktree: &zed::Worktree,
    ) -> zed::Result<zed::Command> {
        // npm installs a script for Windows, which needs its full name.
        let name = match zed::current_platform().0 {
            zed::Os::Windows => "weir.cmd",
            _ => "weir",
        };
        let command = worktree.which(name).ok_or("'weir' is not on the PATH.")?;
        Ok(zed::Command {
            command,
            args: vec!["lsp".into(), "--stdio".into()],
            env: worktree.shell_env(),
        })
    }
}

zed::register_extension!(Weir);
