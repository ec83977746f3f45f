#compdef prog
# Completion of prog for zsh, made by "prog completion zsh".
_prog() {
  local cur=$words[CURRENT] prev=$words[CURRENT-1]
  local at= word i
  for ((i = 2; i < CURRENT; i++)); do word=$words[i]
    case "$at $word" in
      ' serve'|' nets'|' nets list'|' nets show') at="$at $word" ;;
    esac
  done
  case "$at:$prev" in
    ' serve:--engine') compadd -- 'auto' 'network'; return ;;
    ' serve:--store') _files; return ;;
    ' serve:--name') _message value; return ;;
    ' nets:--many') _message value; return ;;
    ' nets list:--many') _message value; return ;;
    ' nets show:--many') _message value; return ;;
  esac
  case "$at" in
    '')
      local -a below=('serve:Serve' 'nets:Look after nets')
      _describe command below
      local -a with=('--help:Show context-sensitive help' '-h:Show context-sensitive help' '--quiet:Say nothing' '-q:Say nothing')
      [[ $cur == -* ]] && _describe option with
      ;;
    ' serve')
      local -a with=('--engine:What runs the rules (auto,network)' '--store:Where matches are kept' '--ponder:It'\''s thinking on\: .dots, \slashes' '--no-ponder:It'\''s thinking on\: .dots, \slashes' '--name:Anything' '--help:Show context-sensitive help' '-h:Show context-sensitive help' '--quiet:Say nothing' '-q:Say nothing')
      [[ $cur == -* ]] && _describe option with
      ;;
    ' nets')
      local -a below=('list:List nets' 'show:Show a net')
      _describe command below
      local -a with=('--many:How many' '--help:Show context-sensitive help' '-h:Show context-sensitive help' '--quiet:Say nothing' '-q:Say nothing')
      [[ $cur == -* ]] && _describe option with
      ;;
    ' nets list')
      compadd -- 'chess' 'checkers'
      local -a with=('--many:How many' '--help:Show context-sensitive help' '-h:Show context-sensitive help' '--quiet:Say nothing' '-q:Say nothing')
      [[ $cur == -* ]] && _describe option with
      _files
      ;;
    ' nets show')
      local -a with=('--many:How many' '--help:Show context-sensitive help' '-h:Show context-sensitive help' '--quiet:Say nothing' '-q:Say nothing')
      [[ $cur == -* ]] && _describe option with
      _files
      ;;
  esac
}
if [[ $funcstack[1] == _prog ]]; then _prog; else compdef _prog prog; fi
