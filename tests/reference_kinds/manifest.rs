//! A folder of golden data: its manifest, and the numbers of a case.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::Path;

use safetensors::{Dtype, SafeTensors};
use serde::Deserialize;
use serde_json::Value;

use super::tensor::Tensor;

/// What went wrong, in a sentence.
pub type Result<V> = std::result::Result<V, String>;

/// How far an answer may lie from what is expected: |got − expected| ≤ abs + rel·|expected|.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Tolerance {
    pub abs: f64,
    pub rel: f64,
}

/// What a tensor is to its case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    Input,
    Param,
    Expected,
    Info,
    Statistic,
}

/// What the manifest says of a tensor.
#[derive(Debug, Deserialize)]
pub struct Facts {
    pub role: Role,
    shape: Vec<usize>,
    dtype: String,
    pub tolerance: Option<Tolerance>,
}

impl Facts {
    /// Whether the library computed the tensor in single precision.
    pub fn is_single(&self) -> bool {
        self.dtype == "float32"
    }
}

/// What the manifest says of a case.
#[derive(Debug, Deserialize)]
pub struct Entry {
    pub id: String,
    pub kind: String,
    pub variant: String,
    file: String,
    config: Value,
    pub tolerance: Tolerance,
    pub tensors: BTreeMap<String, Facts>,
    /// The folder of a pretrained model, where the case runs one.
    pub model_dir: Option<String>,
}

impl Entry {
    /// Whether several query heads share a head of keys and values.
    pub fn has_grouped_heads(&self) -> bool {
        self.config.get("kv_heads").is_some_and(|kv_heads| Some(kv_heads) != self.config.get("heads"))
    }
}

/// The manifest.
#[derive(Debug, Deserialize)]
pub struct Manifest {
    pub cases: Vec<Entry>,
}

impl Manifest {
    /// The manifest of a folder.
    pub fn read(folder: &Path) -> Result<Self> {
        let path = folder.join("cases.json");
        let text = std::fs::read_to_string(&path).map_err(told(&path.display()))?;
        serde_json::from_str(&text).map_err(told(&path.display()))
    }
}

/// A case with its numbers.
pub struct Case<'a> {
    pub entry: &'a Entry,
    tensors: BTreeMap<String, Tensor>,
}

impl<'a> Case<'a> {
    /// Reads the tensors of a case and holds them against what the manifest says of them.
    pub fn read(folder: &Path, entry: &'a Entry) -> Result<Self> {
        let bytes = std::fs::read(folder.join(&entry.file)).map_err(told(&entry.file))?;
        let file = SafeTensors::deserialize(&bytes).map_err(told(&entry.file))?;
        let mut tensors = BTreeMap::new();
        for (name, facts) in &entry.tensors {
            let view = file.tensor(name).map_err(told(name))?;
            if view.shape() != facts.shape || dtype_name(view.dtype()) != facts.dtype {
                return Err(format!("{name}: the file has {:?} {:?}, the manifest another", view.dtype(), view.shape()));
            }
            tensors.insert(name.clone(), Tensor::read(&view).map_err(told(name))?);
        }
        Ok(Self { entry, tensors })
    }

    /// The same case with inputs and parameters rounded to single precision.
    pub fn rounded(&self) -> Self {
        let given = |name: &str| matches!(self.entry.tensors.get(name), Some(facts) if matches!(facts.role, Role::Input | Role::Param));
        let round = |(name, tensor): (&String, &Tensor)| (name.clone(), if given(name) { tensor.rounded() } else { tensor.clone() });
        Self { entry: self.entry, tensors: self.tensors.iter().map(round).collect() }
    }

    /// The same case with each number of the parameters replaced by its place among all of them, counted from 0: what a function reads
    /// from it says where in the parameters that function looks.
    pub fn with_places(&self) -> Self {
        let mut places = 0_u32..;
        let mut place = |(name, tensor): (&String, &Tensor)| {
            let is_parameter = self.entry.tensors.get(name).is_some_and(|facts| facts.role == Role::Param);
            (name.clone(), if is_parameter { tensor.filled(&mut places.by_ref().map(f64::from)) } else { tensor.clone() })
        };
        Self { entry: self.entry, tensors: self.tensors.iter().map(&mut place).collect() }
    }

    /// The tensors of one role.
    pub fn of_role(&self, role: Role) -> impl Iterator<Item = (&str, &Facts, &Tensor)> {
        let known = self.entry.tensors.iter().filter(move |(_, facts)| facts.role == role);
        known.filter_map(|(name, facts)| Some((name.as_str(), facts, self.tensors.get(name)?)))
    }

    /// The names of what is expected.
    pub fn expected(&self) -> impl Iterator<Item = &str> {
        self.of_role(Role::Expected).map(|(name, ..)| name)
    }

    /// The input `in.{name}`, where there is one.
    pub fn find_input(&self, name: &str) -> Option<&Tensor> {
        self.tensors.get(&format!("in.{name}"))
    }

    /// The input `in.{name}`.
    pub fn input(&self, name: &str) -> Result<&Tensor> {
        self.find_input(name).ok_or_else(|| format!("there is no input in.{name}"))
    }

    /// What follows `prefix` in the names of inputs that begin with it.
    pub fn inputs_after(&self, prefix: &str) -> Vec<&str> {
        let start = format!("in.{prefix}");
        self.of_role(Role::Input).filter_map(|(name, ..)| name.strip_prefix(&start)).collect()
    }

    /// The parameter `w.{name}`, where there is one.
    pub fn find_parameter(&self, name: &str) -> Option<&Tensor> {
        self.tensors.get(&format!("w.{name}"))
    }

    /// The parameter `w.{name}`.
    pub fn parameter(&self, name: &str) -> Result<&Tensor> {
        self.find_parameter(name).ok_or_else(|| format!("there is no parameter w.{name}"))
    }

    /// Whether the name of any parameter ends so.
    pub fn has_parameter(&self, ending: &str) -> bool {
        self.of_role(Role::Param).any(|(name, ..)| name.ends_with(ending))
    }

    /// Numbers in all parameters.
    pub fn parameters(&self) -> usize {
        self.of_role(Role::Param).map(|(_, _, tensor)| tensor.len()).sum()
    }

    /// A number of the configuration, where it is given.
    pub fn find_number(&self, key: &str) -> Option<f64> {
        self.entry.config.get(key)?.as_f64()
    }

    /// A number of the configuration.
    pub fn number(&self, key: &str) -> Result<f64> {
        self.find_number(key).ok_or_else(|| format!("config.{key} is not a number"))
    }

    /// A whole number of the configuration.
    pub fn whole(&self, key: &str) -> Result<u64> {
        self.entry.config.get(key).and_then(Value::as_u64).ok_or_else(|| format!("config.{key} is not a whole number"))
    }

    /// The sizes of a list in the configuration.
    pub fn sizes(&self, key: &str) -> Result<Vec<usize>> {
        let size = |size: &Value| size.as_u64().and_then(|size| usize::try_from(size).ok());
        let list = self.entry.config.get(key).and_then(Value::as_array);
        list.and_then(|list| list.iter().map(size).collect()).ok_or_else(|| format!("config.{key} is not a list of sizes"))
    }

    /// A size in the configuration.
    pub fn size(&self, key: &str) -> Result<usize> {
        let size = self.entry.config.get(key).and_then(Value::as_u64).and_then(|size| usize::try_from(size).ok());
        size.ok_or_else(|| format!("config.{key} is not a size"))
    }

    /// Whether something is so in the configuration.
    pub fn flag(&self, key: &str) -> Result<bool> {
        self.entry.config.get(key).and_then(Value::as_bool).ok_or_else(|| format!("config.{key} is not true or false"))
    }

    /// A word of the configuration.
    pub fn word(&self, key: &str) -> Result<&str> {
        self.entry.config.get(key).and_then(Value::as_str).ok_or_else(|| format!("config.{key} is not a word"))
    }

    /// How many entries a list of the configuration has.
    pub fn list_len(&self, key: &str) -> Result<usize> {
        self.entry.config.get(key).and_then(Value::as_array).map(Vec::len).ok_or_else(|| format!("config.{key} is not a list"))
    }
}

fn dtype_name(dtype: Dtype) -> &'static str {
    match dtype {
        Dtype::F64 => "float64",
        Dtype::F32 => "float32",
        Dtype::I64 => "int64",
        Dtype::I32 => "int32",
        Dtype::BOOL => "bool",
        _ => "another type",
    }
}

/// An error with where it came from.
pub fn told<E: Display>(place: &impl Display) -> impl Fn(E) -> String {
    move |error| format!("{place}: {error}")
}
