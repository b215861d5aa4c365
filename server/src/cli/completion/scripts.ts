export const shellNames = ["bash", "zsh", "fish", "powershell"] as const;
export type ShellName = (typeof shellNames)[number];

/**
 * The scripts run the program on the command line, so they never get out of date. It prints a candidate per line, with a tab
 * before its description; without candidates, files are offered.
 */
export const scripts: Readonly<Record<ShellName, string>> = {
  bash: `# Completion for bash. Add this to ~/.bashrc:  source <(weir completion bash)
_weir() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <("\${COMP_WORDS[0]}" completion --words "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _weir weir
`,
  zsh: `#compdef weir
# Completion for zsh. Add this to ~/.zshrc, after compinit:  source <(weir completion zsh)
_weir() {
  local line
  local -a found
  for line in "\${(@f)$("\${words[1]}" completion --words "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -n "$line" ]] && found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  if (( \${#found} )); then
    [[ "$PREFIX" == --*=* ]] && compset -P '*='
    _describe 'weir' found
  else
    _files
  fi
}
if [[ "\${funcstack[1]}" == _weir ]]; then _weir "$@"; else compdef _weir weir; fi
`,
  fish: `# Completion for fish. Save this as ~/.config/fish/completions/weir.fish
function __weir_complete
    set -l words (commandline -opc)
    # Without quotes, which may be open.
    set -l typed (string replace -ra -- '["\\']' '' (commandline -ct))
    set -l program $words[1]
    set -e words[1]
    set -l found ($program completion --words $words "$typed" 2>/dev/null)
    if test (count $found) -gt 0
        set -l option (string match -r -- '^--[a-z-]+=' "$typed")
        for line in $found
            printf '%s%s\\n' "$option" "$line"
        end
    else
        __fish_complete_path "$typed"
    end
end
complete -c weir -f -a '(__weir_complete)'
`,
  // An empty last word is passed as a space, because Windows PowerShell drops empty arguments.
  powershell: `# Completion for PowerShell. Add this to $PROFILE:  weir completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName weir, weir.cmd -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $before = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
  $words = @($before | Select-Object -Skip 1) + @($(if ($wordToComplete -eq '') { ' ' } else { $wordToComplete }))
  $option = if ($wordToComplete -match '^--[a-z-]+=') { $Matches[0] } else { '' }
  & $commandAst.CommandElements[0].ToString() completion --words @words 2>$null | ForEach-Object {
    $word, $about = $_ -split "\`t", 2
    if (-not $about) { $about = $word }
    [System.Management.Automation.CompletionResult]::new("$option$word", $word, 'ParameterValue', $about)
  }
}
`,
};
